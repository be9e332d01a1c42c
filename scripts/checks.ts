/** The checks of the source itself. Each is one command that fails on the first fault; `checks.test.ts` plants one fault of each kind. */
export const checks = {
  'format, lint and import rules': ['biome', 'check', '--error-on-warnings', '--max-diagnostics=100', '--colors=off'],
  'types of the server and the scripts': ['tsc', '-p', 'tsconfig.json', '--pretty', 'false'],
  'types of the browser': ['tsc', '-p', 'tsconfig.web.json', '--pretty', 'false'],
  'types of the widget': ['tsc', '-p', 'tsconfig.widget.json', '--pretty', 'false'],
  'types of the worker': ['tsc', '-p', 'tsconfig.worker.json', '--pretty', 'false'],
  'types of the journeys': ['tsc', '-p', 'tsconfig.e2e.json', '--pretty', 'false'],
  'domain and contract know neither Node nor the browser': ['tsc', '-p', 'tsconfig.pure.json', '--pretty', 'false'],
  'unused code and dependencies': ['knip', '--no-progress', '--treat-config-hints-as-errors'],
  // The lock file is written without peers (.npmrc), so that the tools stay out of production; this command checks them.
  'packages that fit together': ['npm', 'ls', '--all', '--legacy-peer-deps=false'],
} satisfies Record<string, string[]>
