package io.tarn.local.invariant;

import io.tarn.contracts.placement.VmState;
import io.tarn.contracts.pool.GrantState;
import io.tarn.local.invariant.Rows.GrantRow;
import io.tarn.local.invariant.Rows.HostRow;
import io.tarn.local.invariant.Rows.VmRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Checks over hosts, VMs and grants. */
final class PlacementChecks {

  private final Rows rows;
  private final Acknowledged acknowledged;

  PlacementChecks(Rows rows, Acknowledged acknowledged) {
    this.rows = rows;
    this.acknowledged = acknowledged;
  }

  List<CheckResult> all() {
    return List.of(
        useAddsUp(), withinShape(), vmHasItsGrant(), grantHasItsVm(), acknowledgedKept());
  }

  private CheckResult useAddsUp() {
    List<String> wrong = new ArrayList<>();
    for (HostRow host : rows.hosts()) {
      List<VmRow> held =
          rows.vms().stream()
              .filter(vm -> vm.state().holdsResources() && vm.hostId().equals(host.hostId()))
              .toList();
      int vcpus = held.stream().mapToInt(VmRow::vcpus).sum();
      long local = held.stream().mapToLong(VmRow::localMiB).sum();
      if (vcpus != host.usedVcpus() || local != host.usedLocalMiB()) {
        wrong.add(
            host.hostId()
                + " says "
                + host.usedVcpus()
                + " cores and "
                + host.usedLocalMiB()
                + " MiB, its VMs hold "
                + vcpus
                + " and "
                + local);
      }
    }
    return CheckResult.of(
        "host-use-adds-up", "a host's use is the sum of its VMs", rows.hosts().size(), wrong);
  }

  private CheckResult withinShape() {
    List<String> wrong =
        rows.hosts().stream()
            .filter(
                host ->
                    host.usedVcpus() < 0
                        || host.usedVcpus() > host.vcpus() - host.reservedVcpus()
                        || host.usedLocalMiB() < 0
                        || host.usedLocalMiB() > host.localMiB() - host.reservedMiB())
            .map(HostRow::toString)
            .toList();
    return CheckResult.of(
        "host-within-shape",
        "no host holds more cores or local memory than it has",
        rows.hosts().size(),
        wrong);
  }

  private CheckResult vmHasItsGrant() {
    Map<String, List<GrantRow>> live =
        rows.grants().stream()
            .filter(grant -> grant.state().live())
            .collect(Collectors.groupingBy(GrantRow::vmId));
    List<String> wrong = new ArrayList<>();
    int checked = 0;
    for (VmRow vm : rows.vms()) {
      if (vm.poolGiB() > 0 && settledAlive(vm)) {
        checked++;
        List<GrantRow> grants = live.getOrDefault(vm.vmId(), List.of());
        if (grants.size() != 1 || !fits(grants.get(0), vm)) {
          wrong.add(vm + " has " + grants);
        }
      }
    }
    return CheckResult.of(
        "vm-has-its-grant",
        "every live VM with pool memory has one live grant of its size, on its host and pool",
        checked,
        wrong);
  }

  private CheckResult grantHasItsVm() {
    Map<String, VmRow> vms = new HashMap<>();
    rows.vms().forEach(vm -> vms.put(vm.vmId(), vm));
    List<String> wrong = new ArrayList<>();
    int checked = 0;
    for (GrantRow grant : rows.grants()) {
      if (grant.state().live()) {
        checked++;
        VmRow vm = vms.get(grant.vmId());
        if (vm == null || !vm.state().holdsResources() || !fits(grant, vm)) {
          wrong.add(grant + " serves " + vm);
        }
      }
    }
    return CheckResult.of(
        "grant-has-its-vm", "every live grant belongs to a live VM", checked, wrong);
  }

  private CheckResult acknowledgedKept() {
    Map<String, VmState> states = new HashMap<>();
    rows.vms().forEach(vm -> states.put(vm.vmId(), vm.state()));
    Set<String> expectedAlive = new HashSet<>(acknowledged.created());
    expectedAlive.removeAll(acknowledged.deleted());
    List<String> wrong = new ArrayList<>();
    for (String vm : acknowledged.created()) {
      VmState state = states.get(vm);
      if (state == null) {
        wrong.add(vm + " was acknowledged and is not in the store");
      } else if (expectedAlive.contains(vm) && leaving(state)) {
        wrong.add(vm + " is " + state + ", nobody deleted it");
      } else if (acknowledged.deleted().contains(vm) && !leaving(state)) {
        wrong.add(vm + " is " + state + ", its deletion was acknowledged");
      }
    }
    return CheckResult.of(
        "acknowledged-vms-kept",
        "what was answered with 2xx is in the store",
        acknowledged.created().size(),
        wrong);
  }

  private static boolean leaving(VmState state) {
    return state == VmState.DELETING || state == VmState.DELETED;
  }

  private static boolean settledAlive(VmRow vm) {
    return vm.state() == VmState.PLACED || vm.state() == VmState.READY;
  }

  private static boolean fits(GrantRow grant, VmRow vm) {
    return grant.state() != GrantState.WITHDRAWN
        && grant.sizeGiB() == vm.poolGiB()
        && grant.attempt() == vm.attempt()
        && vm.hostId().equals(grant.hostId())
        && grant.poolId() != null
        && grant.poolId().equals(vm.poolId());
  }
}
