import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const run = promisify(execFile)

/** Opens a page in the browser that is used where the machine has none, and returns the width of a word in it. */
const measure = `
  const { chromium } = await import('@playwright/test')
  const { chromiumEnvironment, chromiumFlags, chromiumPath, unpackChromium } = await import('./scripts/chromium.ts')
  await unpackChromium()
  const browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumFlags, env: { ...process.env, ...chromiumEnvironment } })
  const page = await browser.newPage()
  await page.setContent('<span>Backstall</span>')
  console.log(await page.evaluate(() => document.querySelector('span').getBoundingClientRect().width))
  await browser.close()`

it('a machine with neither Chromium nor its libraries gets both from npm, and the browser shows text', async () => {
  const env = { ...process.env, E2E_CHROMIUM: 'npm-libraries' }
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', measure], { env })
  expect(Number(stdout)).toBeGreaterThan(20)
})
