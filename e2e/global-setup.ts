import { existsSync } from 'node:fs'
import { unpackChromium } from '../scripts/chromium.ts'

/** Makes sure that a build and a browser exist. */
export default async function setUp(): Promise<void> {
  if (!existsSync('dist/server/main.js')) throw new Error('There is no build yet. Run `npm run build` first, or `npm test`.')
  await unpackChromium()
}
