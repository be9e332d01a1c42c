import type { ReactNode } from 'react'

type Props = { size: number; stroke?: number; className?: string | undefined }

export type Icon = (props: Props) => ReactNode

/**
 * Makes an icon from its paths. It is hidden from screen readers, because the words beside it have its meaning. The drawings are those of
 * Tabler Icons 3.51.0, under the licence in this folder.
 */
export const icon = (...lines: string[]): Icon => {
  const paths = lines.map((d) => <path key={d} d={d} />)
  return ({ size, stroke = 2, ...rest }) => (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={stroke}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      {...rest}
    >
      {paths}
    </svg>
  )
}
