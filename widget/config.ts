import type { WidgetConfig } from '#contract/widget.ts'
import { assertOk, send } from './calls.ts'

/** For this long (ms) the pages of a visit share one answer. */
const keptMs = 5 * 60_000
const key = 'backstall-chat-config'

/** What the widget shows before it knows the buyer. Throws a `Refusal`, or what kept an answer from coming. */
export async function loadConfig(base: string): Promise<WidgetConfig> {
  const kept = read()
  if (kept) return kept
  const body = await (await assertOk(await send(`${base}/api/widget/config`))).json()
  const config: WidgetConfig = { ...body, logo: body.logo && { ...body.logo, url: new URL(body.logo.url, base).href } }
  write(config)
  return config
}

function read(): WidgetConfig | null {
  try {
    const { at, config } = JSON.parse(sessionStorage.getItem(key) ?? '')
    return Date.now() - at < keptMs ? config : null
  } catch {
    return null
  }
}

function write(config: WidgetConfig): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ at: Date.now(), config }))
  } catch {
    // Storage is blocked or full: the next page asks again.
  }
}
