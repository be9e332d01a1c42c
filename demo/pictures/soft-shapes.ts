import { darker, lighter, type Shape } from './brush.ts'

export const cushion: Shape = ({ colour, random, down }) => {
  const shape = 'M380 400 Q600 372 820 400 Q846 560 822 722 Q600 750 378 722 Q354 560 380 400 Z'
  const light = lighter(colour, 0.5)
  const patterns = [
    Array.from({ length: 11 }, (_, at) => `<rect x="${372 + at * 44}" y="360" width="14" height="400" fill="${light}"/>`),
    Array.from(
      { length: 48 },
      (_, at) =>
        `<circle cx="${410 + (at % 8) * 54 + (Math.floor(at / 8) % 2) * 27}" cy="${420 + Math.floor(at / 8) * 56}" r="11" fill="${light}"/>`,
    ),
    Array.from(
      { length: 7 },
      (_, at) =>
        `<path d="M340 ${410 + at * 52} l40 -26 l40 26 l40 -26 l40 26 l40 -26 l40 26 l40 -26 l40 26 l40 -26 l40 26 l40 -26 l40 26" fill="none" stroke="${light}" stroke-width="9"/>`,
    ),
    [],
  ]
  return {
    shadow: 250,
    body: `<path d="${shape}" fill="${colour}"/><clipPath id="c"><path d="${shape}"/></clipPath><g clip-path="url(#c)" opacity=".75">${random.pick(patterns).join('')}</g>
      <path d="${shape}" fill="${down([
        [0, '#ffffff', 0.22],
        [0.5, '#ffffff', 0],
        [1, darker(colour, 0.6), 0.42],
      ])}"/>
      <path d="M380 400 Q400 420 420 470 M820 400 Q800 420 782 470 M378 722 Q400 700 424 660 M822 722 Q800 700 780 660" stroke="${darker(colour, 0.4)}" stroke-opacity=".35" stroke-width="6" fill="none" stroke-linecap="round"/>`,
  }
}

/** Folded cloth, layer on layer. */
const folded =
  (layers: number, wide: number, high: number): Shape =>
  ({ colour, random, down }) => {
    const stripe = random.chance(0.6) ? lighter(colour, 0.55) : darker(colour, 0.3)
    const parts = Array.from({ length: layers }, (_, at) => {
      const y = 742 - (at + 1) * high
      return `<rect x="${600 - wide}" y="${y}" width="${wide * 2}" height="${high}" rx="${high / 2}" fill="${down([
        [0, lighter(colour, 0.18)],
        [0.6, colour],
        [1, darker(colour, 0.42)],
      ])}"/>
      <rect x="${600 - wide + 50}" y="${y}" width="22" height="${high}" fill="${stripe}" opacity=".8"/><rect x="${600 - wide + 86}" y="${y}" width="9" height="${high}" fill="${stripe}" opacity=".8"/>`
    })
    const fringe = Array.from(
      { length: 26 },
      (_, at) =>
        `<path d="M${600 - wide + 20 + at * ((wide * 2 - 40) / 25)} ${742 - high * 0.3} l${at % 2 ? 3 : -3} 34" stroke="${lighter(colour, 0.3)}" stroke-width="5"/>`,
    )
    return { shadow: wide, body: `${parts.join('')}<g>${random.chance(0.6) ? fringe.join('') : ''}</g>` }
  }

export const blanket: Shape = (brush) => folded(4, 250, brush.random.int(62, 74))(brush)
export const towel: Shape = (brush) => folded(3, 200, brush.random.int(56, 68))(brush)

export const tote: Shape = ({ colour, random, down }) => {
  const mark = lighter(colour, 0.55)
  const prints = [
    `<circle cx="600" cy="590" r="62" fill="none" stroke="${mark}" stroke-width="9"/><path d="M548 612 Q600 560 652 612" fill="none" stroke="${mark}" stroke-width="9"/>`,
    `<rect x="424" y="600" width="352" height="34" fill="${mark}"/><rect x="424" y="650" width="352" height="12" fill="${mark}"/>`,
    '',
  ]
  return {
    shadow: 190,
    body: `<path d="M500 470 C500 230 560 210 600 210 C640 210 700 230 700 470" fill="none" stroke="${darker(colour, 0.3)}" stroke-width="20"/>
      <path d="M420 452 L780 452 L800 730 Q800 742 788 742 L412 742 Q400 742 400 730 Z" fill="${down([
        [0, lighter(colour, 0.14)],
        [0.6, colour],
        [1, darker(colour, 0.32)],
      ])}"/>
      ${random.pick(prints)}<rect x="420" y="452" width="360" height="26" fill="${darker(colour, 0.18)}"/>
      <path d="M470 480 Q456 620 466 738 M736 480 Q752 620 738 738" stroke="${darker(colour, 0.45)}" stroke-opacity=".3" stroke-width="6" fill="none"/>`,
  }
}

export const satchel: Shape = ({ colour, across, down }) => ({
  shadow: 240,
  body: `<path d="M520 400 C520 310 680 310 680 400" fill="none" stroke="${darker(colour, 0.35)}" stroke-width="20"/>
    <rect x="380" y="400" width="440" height="342" rx="26" fill="${across([
      [0, darker(colour, 0.25)],
      [0.35, lighter(colour, 0.1)],
      [1, darker(colour, 0.35)],
    ])}"/>
    <path d="M376 400 L824 400 L824 560 Q824 620 760 620 L440 620 Q376 620 376 560 Z" fill="${down([
      [0, lighter(colour, 0.14)],
      [1, darker(colour, 0.1)],
    ])}"/>
    <path d="M390 412 L810 412 L810 556 Q810 606 756 606 L444 606 Q390 606 390 556 Z" fill="none" stroke="${lighter(colour, 0.45)}" stroke-opacity=".7" stroke-width="3" stroke-dasharray="10 7"/>
    ${[470, 700].map((x) => `<rect x="${x}" y="500" width="30" height="170" fill="${darker(colour, 0.28)}"/><rect x="${x - 8}" y="630" width="46" height="36" rx="6" fill="none" stroke="#cfae62" stroke-width="7"/>`).join('')}`,
})
