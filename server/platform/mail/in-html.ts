import type { Parts } from '#server/platform/mail/template.ts'

const special: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
/** Text escaped for HTML, also inside quotes. */
export const escaped = (text: string) => text.replace(/[&<>"']/g, (char) => special[char] ?? char)
const withBreaks = (text: string) => escaped(text).replaceAll('\n', '<br>')

const style = {
  page: 'margin:0;padding:24px 12px;background:#f4f5f7;font:16px/1.5 system-ui,-apple-system,Segoe UI,Roboto,sans-serif;color:#1c2430',
  card: 'max-width:560px;margin:0 auto;padding:28px;background:#ffffff;border:1px solid #dfe3e8;border-radius:12px',
  title: 'margin:0 0 16px;font-size:20px;line-height:1.3',
  paragraph: 'margin:0 0 16px;overflow-wrap:anywhere',
  list: 'margin:0 0 16px;padding-left:20px;overflow-wrap:anywhere',
  button: 'display:inline-block;padding:12px 20px;border-radius:8px;background:#1f5fd1;color:#ffffff;font-weight:600;text-decoration:none',
  small: 'margin:0 0 16px;font-size:13px;color:#5a6676;overflow-wrap:anywhere',
  foot: 'max-width:560px;margin:16px auto 0;font-size:13px;color:#5a6676;overflow-wrap:anywhere',
  link: 'color:#1f5fd1',
}

const paragraph = (text: string) => `<p style="${style.paragraph}">${withBreaks(text)}</p>`
const link = (url: string, text: string) => `<a href="${escaped(url)}" style="${style.link}">${escaped(text)}</a>`
/** A line of the list; only its first sentence is the link, not a reason below it. */
function line({ text, url }: Parts['items'][number]): string {
  const [first = '', ...below] = text.split('\n')
  return `<li>${[url ? link(url, first) : escaped(first), ...below.map(escaped)].join('<br>')}</li>`
}

/** A mail as HTML that mail programs show unchanged: styles in place, nothing loaded from anywhere, all text of people escaped. */
export function inHtml({ subject, paragraphs, items, after, button, linkBelow, foot }: Parts): string {
  const list = items.length > 0 ? `<ul style="${style.list}">${items.map(line).join('')}</ul>` : ''
  const go = button
    ? `<p style="${style.paragraph}"><a href="${escaped(button.url)}" style="${style.button}">${escaped(button.label)}</a></p>
<p style="${style.small}">${escaped(linkBelow)}<br>${link(button.url, button.url)}</p>`
    : ''
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(subject)}</title></head>
<body style="${style.page}"><div style="${style.card}">
<h1 style="${style.title}">${escaped(subject)}</h1>
${paragraphs.map(paragraph).join('\n')}
${list}${after ? paragraph(after) : ''}${go}</div>
<p style="${style.foot}">${withBreaks(foot)}</p></body></html>
`
}
