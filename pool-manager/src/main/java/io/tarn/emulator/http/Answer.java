package io.tarn.emulator.http;

/**
 * What a request is answered with.
 *
 * @param status the HTTP status
 * @param body written as JSON
 */
record Answer(int status, Object body) {

  static Answer ok(Object body) {
    return new Answer(200, body);
  }

  static Answer refused(Problem problem) {
    return new Answer(problem.status(), problem);
  }
}
