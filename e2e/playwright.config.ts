import { defineConfig } from '@playwright/test'
import { chromiumEnvironment, chromiumFlags, chromiumPath } from '../scripts/chromium.ts'

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.journey.ts',
  globalSetup: './global-setup.ts',
  outputDir: '../test-results',
  forbidOnly: true,
  fullyParallel: true,
  // With two, a fifth of two cores is idle: people wait for each other.
  workers: 3,
  // Tests that pass only on the second run are listed as flaky: see scripts/test.ts.
  retries: 1,
  // Ends only what hangs: on a busy machine a journey of four people takes minutes, and each step has its own timeout.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: 'line',
  use: {
    launchOptions: {
      executablePath: chromiumPath,
      // Pages of tests live for seconds, in which optimised code costs more than it saves: a seventh of the renderer's processor time.
      args: [...chromiumFlags, '--js-flags=--no-turbofan'],
      env: { ...(process.env as Record<string, string>), ...chromiumEnvironment },
    },
    // Journeys cannot hold back answers of a worker; those about the worker allow it.
    serviceWorkers: 'block',
    actionTimeout: 30_000,
    navigationTimeout: 45_000,
    // The tracer reads blob: previews by itself, which the content policy rightly refuses; this would count as page errors.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
})
