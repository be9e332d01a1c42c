import { type Brush, darker, lighter, mix, type Shape } from './brush.ts'

/** Lines of wood grain within a rectangle. */
function grain({ colour, random }: Brush, [x, y, width, height]: readonly [number, number, number, number], lines = 6): string {
  return Array.from({ length: lines }, (_, at) => {
    const level = y + ((at + 0.5) * height) / lines + random.int(-4, 4)
    return `<path d="M${x} ${level} q${width / 4} ${random.int(-9, 9)} ${width / 2} 0 t${width / 2} 0" fill="none" stroke="${darker(colour, 0.3)}" stroke-opacity=".28" stroke-width="3"/>`
  }).join('')
}

export const stool: Shape = (brush) => {
  const { colour, round, down, random } = brush
  const top = random.int(400, 500)
  return {
    shadow: 190,
    body: `<path d="M490 ${top + 30} L430 742 L462 742 L530 ${top + 30} Z" fill="${round(darker(colour, 0.15))}"/><path d="M710 ${top + 30} L770 742 L738 742 L670 ${top + 30} Z" fill="${round(darker(colour, 0.22))}"/>
      <path d="M582 ${top + 30} L586 720 L614 720 L618 ${top + 30} Z" fill="${round(darker(colour, 0.3))}"/><rect x="462" y="640" width="276" height="16" rx="8" fill="${darker(colour, 0.2)}"/>
      <path d="M410 ${top} Q600 ${top - 26} 790 ${top} L790 ${top + 26} Q600 ${top + 56} 410 ${top + 26} Z" fill="${down([
        [0, lighter(colour, 0.2)],
        [1, darker(colour, 0.18)],
      ])}"/>${grain(brush, [430, top - 6, 340, 30], 3)}`,
  }
}

export const chair: Shape = (brush) => {
  const { colour, round, down, random } = brush
  const spindles = random.int(4, 6)
  const bars = Array.from(
    { length: spindles },
    (_, at) => `<rect x="${494 + (at * 204) / (spindles - 1)}" y="250" width="11" height="270" fill="${round(colour)}"/>`,
  )
  return {
    shadow: 200,
    body: `${bars.join('')}<path d="M468 250 Q600 208 736 250 L730 286 Q600 248 474 286 Z" fill="${round(lighter(colour, 0.06))}"/>
      <path d="M478 250 L462 742 L488 742 L500 262 Z M726 250 L742 742 L716 742 L704 262 Z" fill="${round(darker(colour, 0.16))}"/>
      <path d="M440 560 L414 742 L440 742 L470 560 Z M760 560 L786 742 L760 742 L730 560 Z" fill="${round(darker(colour, 0.05))}"/>
      <path d="M452 512 L748 512 L786 552 Q786 574 770 574 L430 574 Q414 574 414 552 Z" fill="${down([
        [0, lighter(colour, 0.22)],
        [1, darker(colour, 0.14)],
      ])}"/>${grain(brush, [450, 522, 300, 36], 3)}`,
  }
}

export const table: Shape = (brush) => {
  const { colour, round, down, random } = brush
  const wide = random.int(210, 300)
  const top = random.int(430, 520)
  const drawer = random.chance(0.5)
    ? `<rect x="${600 - wide + 60}" y="${top + 34}" width="${wide * 2 - 120}" height="62" fill="${darker(colour, 0.08)}"/><circle cx="600" cy="${top + 66}" r="9" fill="#cfae62"/>`
    : ''
  return {
    shadow: wide,
    body: `${[600 - wide + 34, 600 + wide - 62].map((x) => `<path d="M${x} ${top + 30} L${x + 6} 742 L${x + 22} 742 L${x + 28} ${top + 30} Z" fill="${round(darker(colour, 0.14))}"/>`).join('')}
      <rect x="${600 - wide + 30}" y="${top + 28}" width="${wide * 2 - 60}" height="${drawer ? 76 : 34}" fill="${darker(colour, 0.2)}"/>${drawer}
      <rect x="${600 - wide}" y="${top}" width="${wide * 2}" height="34" rx="6" fill="${down([
        [0, lighter(colour, 0.25)],
        [1, darker(colour, 0.08)],
      ])}"/>${grain(brush, [600 - wide + 10, top + 2, wide * 2 - 20, 28], 3)}
      <ellipse cx="${600 - wide / 2}" cy="${top}" rx="34" ry="8" fill="#00000022"/><path d="M${600 - wide / 2 - 30} ${top - 62} h60 l-6 62 h-48 Z" fill="${round('#d8d2c6')}"/>`,
  }
}

export const shelf: Shape = (brush) => {
  const { colour, down, random } = brush
  const row = (y: number) => {
    let x = 350
    const books: string[] = []
    while (x < 760) {
      const wide = random.int(22, 46)
      const high = random.int(90, 140)
      if (random.chance(0.85))
        books.push(
          `<rect x="${x}" y="${y - high}" width="${wide}" height="${high}" rx="3" fill="${random.pick(['#7b5a4a', '#d8cdb8', '#3f5a6e', '#a4684c', '#66745a', '#c9a45c'])}"/>`,
        )
      x += wide + 3
    }
    return `${books.join('')}<rect x="300" y="${y}" width="600" height="26" rx="4" fill="${down([
      [0, lighter(colour, 0.2)],
      [1, darker(colour, 0.2)],
    ])}"/><rect x="310" y="${y + 26}" width="580" height="16" fill="#000" opacity=".12"/>`
  }
  return { hangs: true, shadow: 0, body: `${row(320)}${row(560)}${grain(brush, [306, 322, 588, 22], 2)}` }
}

export const board: Shape = (brush) => {
  const { colour, down } = brush
  return {
    shadow: 170,
    body: `<g transform="rotate(6 600 500)"><path d="M570 190 Q600 176 630 190 L634 300 Q740 306 744 360 L744 690 Q740 736 690 738 L510 738 Q460 736 456 690 L456 360 Q460 306 566 300 Z" fill="${down(
      [
        [0, lighter(colour, 0.16)],
        [1, darker(colour, 0.16)],
      ],
    )}"/>
      <circle cx="600" cy="222" r="13" fill="#efe7da"/><g transform="rotate(90 600 530)">${grain(brush, [396, 400, 400, 250], 9)}</g></g>`,
  }
}

export const spoons: Shape = ({ colour, random, round }) => {
  const one = (x: number, turn: number, hex: string, wide: number) =>
    `<g transform="rotate(${turn} ${x} 740)"><rect x="${x - 12}" y="330" width="24" height="412" rx="12" fill="${round(hex)}"/><ellipse cx="${x}" cy="290" rx="${wide}" ry="88" fill="${round(hex)}"/><ellipse cx="${x}" cy="286" rx="${wide - 18}" ry="66" fill="${darker(hex, 0.16)}" opacity=".6"/></g>`
  return {
    shadow: 150,
    body: one(560, -13, darker(colour, 0.12), 54) + one(600, 1, colour, 62) + one(646, 14, lighter(colour, 0.1), random.int(38, 60)),
  }
}

export const notebook: Shape = ({ colour, random, across }) => ({
  shadow: 220,
  body: `<g transform="rotate(-5 600 520)"><rect x="438" y="300" width="356" height="452" rx="10" fill="#f5efe2"/><path d="M446 744 h344 M446 736 h344" stroke="#cfc4ae" stroke-width="2"/>
    <rect x="424" y="288" width="356" height="450" rx="10" fill="${across([
      [0, darker(colour, 0.3)],
      [0.09, darker(colour, 0.1)],
      [0.1, lighter(colour, 0.08)],
      [1, darker(colour, 0.06)],
    ])}"/>
    ${random.chance(0.5) ? `<rect x="704" y="288" width="20" height="450" fill="${darker(colour, 0.4)}"/>` : ''}
    ${random.chance(0.6) ? `<rect x="520" y="370" width="160" height="96" rx="6" fill="#f3ead7"/><path d="M540 404 h120 M540 430 h80" stroke="${colour}" stroke-width="6"/>` : `<circle cx="600" cy="470" r="58" fill="none" stroke="#f0dfb6" stroke-width="6"/>`}</g>`,
})

export const pencils: Shape = ({ colour, random }) => {
  const hues = random.chance(0.5)
    ? [colour, '#d9a441', '#b3563e', '#4f7d6a', '#5f7fa6', '#8b6a99']
    : Array.from({ length: 6 }, (_, at) => mix(colour, '#f2e6cf', at / 7))
  const one = (hex: string, at: number) => {
    const x = 440 + at * 58
    return `<path d="M${x} 380 l19 -72 l19 72 Z" fill="#e8cfa4"/><path d="M${x + 13} 330 l6 -22 l6 22 Z" fill="${darker(hex, 0.3)}"/><rect x="${x}" y="380" width="38" height="330" fill="${hex}"/><rect x="${x}" y="380" width="12" height="330" fill="#fff" opacity=".22"/><rect x="${x}" y="690" width="38" height="26" fill="#cbb47c"/><rect x="${x}" y="714" width="38" height="26" rx="8" fill="${lighter('#c96f6f', 0.2)}"/>`
  }
  return { shadow: 200, body: hues.map(one).join('') }
}

export const cards: Shape = ({ colour, random }) => {
  const card = (turn: number, hex: string, inner: string) =>
    `<g transform="rotate(${turn} 600 560)"><rect x="440" y="400" width="330" height="236" fill="#00000022" transform="translate(8 10)"/><rect x="440" y="400" width="330" height="236" rx="4" fill="${hex}"/>${inner}</g>`
  const motif = random.pick([
    `<path d="M605 590 C605 540 560 520 540 480 M605 560 C620 520 660 500 672 462 M605 540 V440" fill="none" stroke="${colour}" stroke-width="8" stroke-linecap="round"/>`,
    `<circle cx="605" cy="500" r="52" fill="${colour}"/><path d="M470 596 Q540 520 605 580 T740 580" fill="none" stroke="${colour}" stroke-width="8"/>`,
    `<text x="605" y="540" font-family="serif" font-style="italic" font-size="76" text-anchor="middle" fill="${colour}">hello</text>`,
  ])
  return {
    shadow: 230,
    body:
      card(-11, lighter(colour, 0.35), '<path d="M440 400 L605 530 L770 400" fill="none" stroke="#00000030" stroke-width="4"/>') +
      card(5, '#f8f3e8', motif),
  }
}

export const car: Shape = ({ colour, round, down }) => ({
  shadow: 270,
  body: `<path d="M340 640 Q340 560 420 556 L470 470 Q482 448 510 448 L690 448 Q716 448 732 470 L784 556 Q866 560 866 640 L866 690 L340 690 Z" fill="${down(
    [
      [0, lighter(colour, 0.2)],
      [1, darker(colour, 0.14)],
    ],
  )}"/>
    <path d="M500 552 L536 484 H592 V552 Z M612 552 V484 H676 L716 552 Z" fill="#f6ecd6"/><circle cx="360" cy="620" r="15" fill="#f6e3a6"/>
    ${[460, 746].map((x) => `<circle cx="${x}" cy="690" r="56" fill="${round('#d4b288')}"/><circle cx="${x}" cy="690" r="19" fill="${darker(colour, 0.2)}"/>`).join('')}`,
})

export const blocks: Shape = ({ colour, random, down }) => {
  const hues = [colour, '#e0b154', '#7fa37a', '#5c86a8', '#cc7f70', '#e9dcc2']
  const block = (x: number, y: number) => {
    const hex = random.pick(hues)
    return `<rect x="${x}" y="${y}" width="112" height="112" rx="9" fill="${down([
      [0, lighter(hex, 0.25)],
      [1, darker(hex, 0.14)],
    ])}"/><rect x="${x + 14}" y="${y + 14}" width="84" height="84" rx="6" fill="none" stroke="${darker(hex, 0.3)}" stroke-opacity=".35" stroke-width="5"/>`
  }
  const arch = `<path d="M486 404 h228 v-30 q-8 -100 -114 -100 q-106 0 -114 100 Z M552 404 q0 -66 48 -66 q48 0 48 66 Z" fill="${colour}" fill-rule="evenodd"/>`
  return {
    shadow: 240,
    body:
      [
        [372, 630],
        [486, 630],
        [602, 630],
        [716, 630],
        [430, 516],
        [544, 516],
        [660, 516],
        [486, 404],
        [602, 404],
      ]
        .map(([x = 0, y = 0]) => block(x, y))
        .join('') + arch,
  }
}

export const birdhouse: Shape = (brush) => {
  const { colour, down, random } = brush
  return {
    hangs: true,
    shadow: 0,
    body: `<rect x="592" y="100" width="16" height="200" fill="#8a6f52"/><path d="M470 400 L730 400 L730 740 L470 740 Z" fill="${down([
      [0, lighter(colour, 0.1)],
      [1, darker(colour, 0.2)],
    ])}"/>
      ${grain(brush, [474, 410, 252, 320], 5)}<path d="M430 410 L600 250 L770 410 L744 436 L600 300 L456 436 Z" fill="${darker(random.pick(['#7d5b44', '#55606b']), 0.1)}"/>
      <path d="M470 412 L600 292 L730 412 Z" fill="${colour}"/><circle cx="600" cy="500" r="46" fill="#2d2723"/><rect x="590" y="580" width="20" height="48" rx="8" fill="#8a6f52"/>`,
  }
}

/** Paper in a frame, with the print on it. */
const framed = (wood: string, art: string) =>
  `<rect x="378" y="128" width="444" height="584" fill="#000" opacity=".16" transform="translate(10 14)"/><rect x="378" y="128" width="444" height="584" fill="${wood}"/><rect x="398" y="148" width="404" height="544" fill="#fbf8f1"/><svg x="436" y="190" width="328" height="440" viewBox="0 0 328 440">${art}</svg><path d="M700 666 q14 -14 22 0 t30 -4" stroke="#777" stroke-width="3" fill="none"/>`

export const hills: Shape = ({ colour, random }) => {
  const sky = lighter(colour, 0.78)
  const sun = random.pick(['#e2793f', '#efc45e', '#d8604f', '#f4efe2'])
  const range = [0.5, 0.25, 0, -1].map((share, at) => {
    const y = 190 + at * 62
    const swing = random.int(30, 70)
    const hex = share < 0 ? darker(colour, 0.4) : lighter(colour, share)
    return `<path d="M0 ${y} C${random.int(40, 110)} ${y - swing} ${random.int(120, 200)} ${y + swing} 328 ${y - random.int(0, 50)} V440 H0 Z" fill="${hex}"/>`
  })
  return {
    hangs: true,
    shadow: 0,
    body: framed(
      random.pick(['#b98d5c', '#3a3531', '#e7e1d5']),
      `<rect width="328" height="440" fill="${sky}"/><circle cx="${random.int(80, 250)}" cy="${random.int(80, 150)}" r="${random.int(30, 52)}" fill="${sun}"/>${range.join('')}`,
    ),
  }
}

export const botanical: Shape = ({ colour, random }) => {
  const pairs = random.int(6, 9)
  const leaves = Array.from({ length: pairs }, (_, at) => {
    const y = 390 - at * (320 / pairs)
    const size = 76 - at * (46 / pairs)
    return [-1, 1]
      .map(
        (side) =>
          `<path d="M164 ${y} q${side * size} ${-size * 0.2} ${side * size * 1.35} ${-size} q${-side * size} ${-size * 0.05} ${-side * size * 1.35} ${size} Z" fill="${at % 2 ? colour : lighter(colour, 0.16)}"/>`,
      )
      .join('')
  })
  return {
    hangs: true,
    shadow: 0,
    body: framed(
      random.pick(['#b98d5c', '#3a3531', '#e7e1d5']),
      `<path d="M164 430 C158 300 172 180 164 50" stroke="${darker(colour, 0.15)}" stroke-width="6" fill="none"/>${leaves.join('')}`,
    ),
  }
}
