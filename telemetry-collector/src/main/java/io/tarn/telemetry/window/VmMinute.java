package io.tarn.telemetry.window;

/**
 * Names a window.
 *
 * @param vmId the VM
 * @param minute where and when
 */
public record VmMinute(String vmId, Minute minute) {}
