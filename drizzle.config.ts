import { defineConfig } from 'drizzle-kit'

/** `npm run migration -- --name <what-changed>` writes the next migration from the tables. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './server/platform/database/tables/*.ts',
  out: './server/platform/database/migrations',
})
