/** The checks of the source itself. Each is one command that fails on the first fault; `checks.test.ts` plants one fault of each kind. */
const tsc = (project: string) => ['tsc', '-p', project, '--pretty', 'false', '--checkers', '1']

export const checks = {
  'format, lint and import rules': ['biome', 'check', '--error-on-warnings', '--max-diagnostics=100', '--colors=off'],
  'types of the server and the scripts': tsc('tsconfig.json'),
  'types of the browser': tsc('tsconfig.web.json'),
  'types of the widget': tsc('tsconfig.widget.json'),
  'types of the worker': tsc('tsconfig.worker.json'),
  'types of the journeys': tsc('tsconfig.e2e.json'),
  'domain and contract know neither Node nor the browser': tsc('tsconfig.pure.json'),
  'unused code and dependencies': ['knip', '--no-progress', '--treat-config-hints-as-errors'],
  // The lock file is written without peers (.npmrc), so that the tools stay out of production; this command checks them.
  'packages that fit together': ['npm', 'ls', '--all', '--legacy-peer-deps=false'],
} satisfies Record<string, string[]>
