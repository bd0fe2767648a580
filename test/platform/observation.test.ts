import { expect, it } from 'vitest';
import { startObservation } from '../../src/observation.ts';
import { readConfig } from '../../src/platform/config.ts';

/** With traces, the start refuses this address. */
const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: 'nowhere' };

it.each([
  { OTEL_SDK_DISABLED: 'true' },
  { OTEL_SDK_DISABLED: 'TRUE' },
  { OTEL_TRACES_EXPORTER: 'none' },
  { OTEL_TRACES_EXPORTER: 'None' },
])('there are no traces with %j', async env => {
  await startObservation(readConfig({ ...traced, ...env }));
});

it.each([{}, { OTEL_SDK_DISABLED: 'false' }, { OTEL_SDK_DISABLED: '' }])('there are traces with %j', async env => {
  await expect(startObservation(readConfig({ ...traced, ...env }))).rejects.toThrow('OTEL_EXPORTER_OTLP_ENDPOINT');
});
