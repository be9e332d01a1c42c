const format = (unit: string) => new Intl.NumberFormat('en', { style: 'unit', unit, maximumFractionDigits: 1 })
const kilobytes = format('kilobyte')
const megabytes = format('megabyte')

/** How large a file is: "340 kB", "2.1 MB". */
export const shownBytes = (bytes: number): string =>
  bytes < 1_000_000 ? kilobytes.format(Math.ceil(bytes / 1000)) : megabytes.format(bytes / 1_000_000)
