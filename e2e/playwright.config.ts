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
  // What passes only then is printed by name as flaky: see scripts/test.ts.
  retries: 1,
  // Only what hangs is ended: on a busy machine a journey of four people takes minutes, and each step has its own patience.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: 'line',
  use: {
    launchOptions: {
      executablePath: chromiumPath,
      args: chromiumFlags,
      env: { ...(process.env as Record<string, string>), ...chromiumEnvironment },
    },
    // What a worker answers no journey can hold back; those about the worker let it in.
    serviceWorkers: 'block',
    actionTimeout: 30_000,
    navigationTimeout: 45_000,
    // The tracer reads blob: previews by itself, which the content policy rightly refuses: it would accuse the pages.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
})
