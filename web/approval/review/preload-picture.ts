/** Pictures that were asked for; held, or the browser may drop them again. The newest push out the oldest. */
const ahead = new Map<string, HTMLImageElement>()
const aheadMax = 12

/** Brings a picture here before it is shown. */
export function preloadPicture(address: string): void {
  if (ahead.has(address)) return
  const image = new Image()
  image.src = address
  // What is wrong is said where it is shown.
  void image.decode?.().catch(() => {})
  ahead.set(address, image)
  const [oldest] = ahead.keys()
  if (ahead.size > aheadMax && oldest) ahead.delete(oldest)
}
