import { darker, lighter, type Shape } from './brush.ts'

export const lamp: Shape = ({ colour, random, metal, across, glow }) => {
  const cloth = random.pick(['#f4e6c4', '#efe9dd', '#dfe3d6', '#ecd6c4'])
  const top = random.int(56, 90)
  const foot = random.int(104, 132)
  return {
    shadow: foot + 40,
    body: `<ellipse cx="600" cy="420" rx="420" ry="330" fill="${glow([
      [0, '#fff1c9', 0.75],
      [1, '#fff1c9', 0],
    ])}"/>
      <rect x="590" y="400" width="20" height="320" fill="${metal(colour)}"/><circle cx="600" cy="${random.int(470, 640)}" r="20" fill="${metal(colour)}"/>
      <ellipse cx="600" cy="722" rx="${foot}" ry="26" fill="${metal(darker(colour, 0.12))}"/><ellipse cx="600" cy="714" rx="${foot}" ry="22" fill="${metal(colour)}"/>
      <path d="M${600 - top} 230 L${600 + top} 230 L745 420 Q600 446 455 420 Z" fill="${across([
        [0, darker(cloth, 0.12)],
        [0.4, lighter(cloth, 0.6)],
        [1, darker(cloth, 0.2)],
      ])}"/>
      <path d="M455 420 Q600 446 745 420" stroke="${colour}" stroke-width="5" fill="none"/>`,
  }
}

export const pendant: Shape = ({ colour, random, metal, glow }) => {
  const wide = random.int(170, 230)
  return {
    hangs: true,
    shadow: 0,
    body: `<path d="M${600 - wide} 470 L${600 + wide} 470 L860 860 L340 860 Z" fill="${glow([
      [0, '#fff0c4', 0.55],
      [1, '#fff0c4', 0],
    ])}"/>
      <rect x="597" y="0" width="6" height="240" fill="#3a3633"/><rect x="576" y="232" width="48" height="44" rx="8" fill="${metal(darker(colour, 0.2))}"/>
      <path d="M576 274 C${600 - wide} 290 ${600 - wide} 400 ${600 - wide} 470 L${600 + wide} 470 C${600 + wide} 400 ${600 + wide} 290 624 274 Z" fill="${metal(colour)}"/>
      <ellipse cx="600" cy="470" rx="${wide}" ry="26" fill="#fbf3df"/><circle cx="600" cy="470" r="34" fill="#fffbe9"/>`,
  }
}

export const lantern: Shape = ({ colour, metal, glow, across }) => ({
  shadow: 150,
  body: `<path d="M520 300 C520 220 680 220 680 300" fill="none" stroke="${darker(colour, 0.2)}" stroke-width="10"/>
    <path d="M470 372 L540 292 L660 292 L730 372 Z" fill="${metal(colour)}"/>
    <rect x="486" y="372" width="228" height="330" fill="${across([
      [0, '#f5ecd6', 0.75],
      [0.5, '#fff7e0', 0.9],
      [1, '#e7d8b8', 0.75],
    ])}"/>
    <ellipse cx="600" cy="560" rx="180" ry="200" fill="${glow([
      [0, '#ffcf7a', 0.75],
      [1, '#ffcf7a', 0],
    ])}"/>
    <rect x="560" y="580" width="80" height="122" rx="8" fill="#f2e7cf"/><path d="M600 500 C625 545 616 572 600 574 C584 572 575 545 600 500 Z" fill="#f3a536"/>
    <g fill="${metal(colour)}"><rect x="480" y="366" width="16" height="340"/><rect x="704" y="366" width="16" height="340"/><rect x="594" y="366" width="9" height="340" opacity=".5"/><rect x="464" y="700" width="272" height="42" rx="6"/></g>`,
})

export const pan: Shape = ({ colour, metal, down }) => ({
  shadow: 300,
  body: `<path d="M770 640 L1010 596 Q1034 592 1036 610 Q1036 624 1014 630 L772 676 Z" fill="${metal(darker(colour, 0.4))}"/>
    <path d="M300 620 C310 720 380 742 440 742 L660 742 C720 742 790 720 800 620 Z" fill="${metal(colour)}"/>
    <ellipse cx="550" cy="620" rx="250" ry="62" fill="${lighter(colour, 0.35)}"/>
    <ellipse cx="550" cy="624" rx="234" ry="52" fill="${down([
      [0, darker(colour, 0.5)],
      [1, darker(colour, 0.08)],
    ])}"/>`,
})

export const can: Shape = ({ colour, metal }) => ({
  shadow: 240,
  body: `<path d="M690 520 C850 420 850 700 700 690" fill="none" stroke="${darker(colour, 0.25)}" stroke-width="20"/>
    <path d="M500 690 L330 420 L356 404 L530 600 Z" fill="${metal(colour)}"/><ellipse cx="336" cy="404" rx="46" ry="20" fill="${metal(lighter(colour, 0.15))}" transform="rotate(-34 336 404)"/>
    <path d="M486 470 L470 716 Q470 742 500 742 L700 742 Q730 742 728 716 L712 470 Z" fill="${metal(colour)}"/>
    <ellipse cx="599" cy="470" rx="113" ry="24" fill="${darker(colour, 0.45)}"/><path d="M486 470 Q600 400 712 470" fill="none" stroke="${colour}" stroke-width="14"/>`,
})

export const ring: Shape = ({ colour, random, metal, glow }) => {
  const stone = random.pick(['#9db7c9', '#8c3f4d', '#dfe7e3', '#5f8a6f'])
  return {
    shadow: 150,
    body: `<ellipse cx="600" cy="580" rx="150" ry="152" fill="none" stroke="${metal(colour)}" stroke-width="${random.int(26, 44)}"/>
      <path d="M486 500 A150 152 0 0 1 700 470" fill="none" stroke="#fff" stroke-opacity=".6" stroke-width="6"/>
      ${
        random.chance(0.6)
          ? `<path d="M548 424 L580 396 L622 396 L652 424 L600 476 Z" fill="${stone}"/><path d="M580 396 L590 424 L600 476 L612 424 L622 396 Z" fill="${lighter(stone, 0.4)}"/><path d="M540 424 L660 424 L640 446 L560 446 Z" fill="${glow(
              [
                [0, colour],
                [1, darker(colour, 0.2)],
              ],
            )}" opacity=".55"/>`
          : ''
      }`,
  }
}

export const earrings: Shape = ({ colour, random, metal }) => {
  const kind = random.int(0, 2)
  const piece = (x: number) =>
    `<path d="M${x} 330 C${x - 26} 290 ${x + 30} 280 ${x + 10} 350" fill="none" stroke="${darker(colour, 0.1)}" stroke-width="7"/>${
      kind === 0
        ? `<path d="M${x + 8} 352 C${x + 78} 450 ${x + 60} 560 ${x + 8} 610 C${x - 44} 560 ${x - 62} 450 ${x + 8} 352 Z" fill="${metal(colour)}"/><path d="M${x + 8} 380 L${x + 8} 590" stroke="${darker(colour, 0.3)}" stroke-width="3"/>`
        : kind === 1
          ? `<circle cx="${x + 8}" cy="450" r="86" fill="none" stroke="${metal(colour)}" stroke-width="20"/>`
          : `<circle cx="${x + 8}" cy="400" r="26" fill="${metal(colour)}"/><path d="M${x + 8} 420 C${x + 70} 520 ${x + 50} 590 ${x + 8} 590 C${x - 34} 590 ${x - 54} 520 ${x + 8} 420 Z" fill="${metal(lighter(colour, 0.1))}"/>`
    }`
  return { hangs: true, shadow: 0, body: `<rect x="360" y="296" width="480" height="10" rx="5" fill="#8a6a4a"/>${piece(490)}${piece(694)}` }
}

export const necklace: Shape = ({ colour, random, metal }) => ({
  hangs: true,
  shadow: 0,
  body: `<path d="M350 60 C400 420 520 520 600 524 C680 520 800 420 850 60" fill="none" stroke="${metal(colour)}" stroke-width="7" stroke-dasharray="12 5"/>
    ${random.chance(0.5) ? `<circle cx="600" cy="596" r="66" fill="${metal(colour)}"/><circle cx="600" cy="596" r="44" fill="none" stroke="${darker(colour, 0.25)}" stroke-width="4"/>` : `<path d="M600 530 C664 600 650 690 600 690 C550 690 536 600 600 530 Z" fill="${metal(colour)}"/>`}`,
})
