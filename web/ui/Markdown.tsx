import { lexer, type Token, type Tokens } from 'marked'
import { Fragment, type ReactNode } from 'react'
import css from '#web/ui/Markdown.module.css'

/**
 * Markdown as React elements. The library only parses; elements are made here, so nothing but what is named below can appear: no HTML, no
 * pictures from other servers, only web and mail addresses.
 */
export default function Markdown({ text }: { text: string }) {
  return <div className={`${css.markdown} stack gap-10 breaks shrinks prose`}>{drawAll(lexer(text))}</div>
}

const drawAll = (tokens: readonly Token[] = []): ReactNode =>
  // biome-ignore lint/suspicious/noArrayIndexKey: tokens have no key but their position, and are rendered as a whole
  tokens.map((token, at) => <Fragment key={at}>{draw(token as Tokens.Generic)}</Fragment>)

const inside = (token: Tokens.Generic): ReactNode => (token.tokens ? drawAll(token.tokens) : plain(String(token.text ?? '')))

const drawers: Record<string, (token: Tokens.Generic) => ReactNode> = {
  space: () => null,
  def: () => null,
  hr: () => <hr />,
  br: () => <br />,
  paragraph: (token) => <p>{inside(token)}</p>,
  heading: (token) => <p className="bold">{inside(token)}</p>,
  blockquote: (token) => <blockquote>{inside(token)}</blockquote>,
  strong: (token) => <strong>{inside(token)}</strong>,
  em: (token) => <em>{inside(token)}</em>,
  del: (token) => <del>{inside(token)}</del>,
  text: inside,
  escape: (token) => String(token.text),
  codespan: (token) => <code>{String(token.text)}</code>,
  code: (token) => (
    <pre>
      <code>{String(token.text)}</code>
    </pre>
  ),
  list: (token) => {
    const items = drawAll(token.items as Token[])
    return token.ordered ? <ol start={Number(token.start) || 1}>{items}</ol> : <ul>{items}</ul>
  },
  list_item: (token) => <li>{inside(token)}</li>,
  checkbox: () => null,
  link: (token) => link(String(token.href), inside(token)),
  image: (token) => link(String(token.href), plain(String(token.text || token.href))),
  table: (token) => table(token as Tokens.Table),
  // HTML is shown as the text that was typed.
  html: (token) => String(token.raw),
}

const draw = (token: Tokens.Generic): ReactNode => (drawers[token.type] ?? (({ raw }) => String(raw)))(token)

function link(address: string, label: ReactNode): ReactNode {
  if (!/^(https?:|mailto:)/i.test(address)) return label
  return (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow">
      {label}
    </a>
  )
}

function table({ header, rows }: Tokens.Table): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: cells have no key but their position
  const cells = (row: Tokens.TableCell[], Cell: 'td' | 'th') => row.map((cell, at) => <Cell key={at}>{drawAll(cell.tokens)}</Cell>)
  return (
    <div className={css.wide}>
      <table>
        <thead>
          <tr>{cells(header, 'th')}</tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no key but their position
            <tr key={at}>{cells(row, 'td')}</tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }
const plain = (text: string) => text.replace(/&(amp|lt|gt|quot|apos|nbsp);/g, (entity, name: string) => entities[name] ?? entity)
