import { defineConfig } from 'vitest/config'

const reporters = ['default']

/** Two kinds of tests beside the code: those that need no browser, with a real PostgreSQL, and those of the screens in jsdom. */
export default defineConfig({
  test: {
    reporters,
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'server',
          environment: 'node',
          include: ['{domain,contract,server,scripts,demo}/**/*.test.ts'],
          globalSetup: ['scripts/build-for-tests.ts', 'server/testing/global-setup.ts'],
          isolate: false,
          restoreMocks: true,
          // The key of the S3-compatible store of the tests, without a session token from the shell.
          env: { AWS_ACCESS_KEY_ID: 'key-of-the-tests', AWS_SECRET_ACCESS_KEY: 'secret-of-the-tests', AWS_SESSION_TOKEN: '' },
          testTimeout: 120_000,
          // A busy machine is slow, so polling waits long.
          expect: { poll: { timeout: 50_000 } },
          hookTimeout: 120_000,
        },
      },
      {
        extends: './vite.config.ts',
        root: '.',
        test: {
          name: 'web',
          // A tenth faster than processes.
          pool: 'threads',
          // A page per file takes more than half of the processor time (209 s instead of 80 s); `setup.ts` cleans up after each file.
          isolate: false,
          restoreMocks: true,
          // jsdom is most of the cost of a small file: a test without a page has `// @vitest-environment node` in its first line.
          environment: 'jsdom',
          include: ['{web,widget}/**/*.test.{ts,tsx}'],
          setupFiles: ['web/testing/setup.ts'],
          testTimeout: 60_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
    ],
  },
})
