package io.tarn.emulator.http;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds what a request asks for. */
final class Routes {

  private final DeviceResource devices;
  private final FaultResource faults;

  Routes(DeviceResource devices, FaultResource faults) {
    this.devices = devices;
    this.faults = faults;
  }

  /** Answers a request. */
  private interface Handler {
    Answer answer(Request request) throws ProblemException;
  }

  Answer answer(Request request) throws ProblemException {
    Map<String, Handler> methods = methods(request.path());
    if (methods.isEmpty()) {
      throw new ProblemException(Problem.of(404, "not-found", "no such path"));
    }
    @Nullable Handler handler = methods.get(request.method());
    if (handler == null) {
      throw new ProblemException(
          Problem.of(
              405,
              "method-not-allowed",
              request.method() + " is not offered here, accepted: " + methods.keySet()));
    }
    if (!request.method().equals("PUT")) {
      request.checkParameters(reads(request) ? List.of("slices") : List.of());
    }
    return handler.answer(request);
  }

  /** Whether a request reads entries of which it may name some. */
  private static boolean reads(Request request) {
    return request.method().equals("GET")
        && request.path().size() == 4
        && List.of("table", "dirty").contains(request.path().get(3));
  }

  private Map<String, Handler> methods(List<String> path) {
    if (path.equals(List.of("healthz"))) {
      return Map.of("GET", request -> devices.health());
    }
    if (path.size() < 3 || !path.subList(0, 2).equals(List.of("v1", "emcs"))) {
      return Map.of();
    }
    String poolId = path.get(2);
    String below = String.join("/", path.subList(3, path.size()));
    if (below.startsWith("slices/") && path.size() == 5) {
      return Map.of("GET", request -> devices.slice(poolId, path.get(4), request));
    }
    return switch (below) {
      case "" ->
          path.size() == 3 ? Map.of("PUT", request -> devices.plugIn(poolId, request)) : Map.of();
      case "table" -> Map.of("GET", request -> devices.table(poolId, request));
      case "dirty" -> Map.of("GET", request -> devices.dirty(poolId, request));
      case "owners" -> Map.of("POST", request -> devices.changeOwners(poolId, request));
      case "scrub" -> Map.of("POST", request -> devices.scrub(poolId, request));
      case "faults" ->
          Map.of(
              "GET", request -> faults.show(poolId),
              "PUT", request -> faults.replace(poolId, request),
              "DELETE", request -> faults.clear(poolId));
      case "generations" -> Map.of("POST", request -> devices.raise(poolId, request));
      default -> Map.of();
    };
  }
}
