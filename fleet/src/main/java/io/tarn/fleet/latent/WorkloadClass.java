package io.tarn.fleet.latent;

import java.util.List;

/**
 * The classes of workloads that Pond measured, 158 in all. Names stand in the order in which we
 * expect them to mind slow memory, the least first; what single workloads lost is not published.
 */
enum WorkloadClass {
  /** A cloud's own services; many of them already place their data with latency in mind. */
  PROPRIETARY("proprietary", 1.6, "p01 p02 p03 p04 p05 p06 p07 p08 p09 p10 p11 p12 p13"),
  /** An in-memory key-value store under YCSB. */
  REDIS("redis", 1.0, "ycsb-e ycsb-d ycsb-c ycsb-b ycsb-a ycsb-f"),
  /** An in-memory relational database under YCSB. */
  VOLTDB("voltdb", 1.0, "ycsb-e ycsb-d ycsb-c ycsb-b ycsb-f ycsb-a"),
  /** A relational database under TPC-H. */
  TPCH(
      "tpch",
      1.1,
      "q15 q02 q11 q22 q06 q14 q20 q16 q12 q04 q19 q01 q17 q10 q03 q13 q08 q05 q07 q18 q21 q09"),
  /** Spark under HiBench. */
  SPARK("spark", 1.0, "wordcount sort terasort linear kmeans bayes lr svd als nweight pagerank"),
  /** Graph kernels of GAPBS over five graphs. */
  GAPBS(
      "gapbs",
      0.75,
      "tc-road cc-road bfs-road tc-web pr-road cc-web bfs-web bc-road tc-twitter sssp-road"
          + " bfs-twitter pr-web cc-twitter bc-web sssp-web bfs-kron tc-kron bfs-urand pr-twitter"
          + " cc-kron bc-twitter tc-urand sssp-twitter pr-kron cc-urand bc-kron sssp-kron pr-urand"
          + " sssp-urand bc-urand"),
  /** SPEC CPU 2017. */
  SPEC(
      "spec",
      1.0,
      "648.exchange2_s 548.exchange2_r 511.povray_r 641.leela_s 541.leela_r 508.namd_r 644.nab_s"
          + " 544.nab_r 638.imagick_s 538.imagick_r 625.x264_s 525.x264_r 600.perlbench_s"
          + " 500.perlbench_r 631.deepsjeng_s 531.deepsjeng_r 526.blender_r 627.cam4_s 527.cam4_r"
          + " 557.xz_r 521.wrf_r 621.wrf_s 628.pop2_s 510.parest_r 602.gcc_s 502.gcc_r 657.xz_s"
          + " 623.xalancbmk_s 523.xalancbmk_r 507.cactuBSSN_r 607.cactuBSSN_s 620.omnetpp_s"
          + " 520.omnetpp_r 554.roms_r 549.fotonik3d_r 503.bwaves_r 654.roms_s 519.lbm_r"
          + " 505.mcf_r 603.bwaves_s 649.fotonik3d_s 619.lbm_s 605.mcf_s"),
  /** PARSEC. */
  PARSEC(
      "parsec",
      1.1,
      "swaptions blackscholes raytrace x264 bodytrack freqmine vips ferret fluidanimate facesim"
          + " dedup streamcluster canneal"),
  /** SPLASH2x. */
  SPLASH2X(
      "splash2x",
      1.2,
      "water_nsquared water_spatial volrend raytrace radiosity fmm barnes cholesky lu_cb lu_ncb"
          + " fft ocean_ncp radix ocean_cp");

  private final String label;
  private final double tilt;
  private final String members;

  WorkloadClass(String label, double tilt, String members) {
    this.label = label;
    this.tilt = tilt;
    this.members = members;
  }

  /** How names of its workloads begin. */
  String label() {
    return label;
  }

  /** Its workloads, the least sensitive first. */
  List<String> members() {
    return List.of(members.split(" ", -1));
  }

  /**
   * Where a member stands among all workloads by sensitivity, 0..1: evenly spread, bent towards the
   * insensitive end by a tilt above 1.
   */
  double standing(int member) {
    return StrictMath.pow((member + 0.5) / members().size(), tilt);
  }
}
