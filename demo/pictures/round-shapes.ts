import { darker, lighter, mix, type Shape } from './brush.ts'

/** A band of another glaze, on about half of the pieces. */
const dipped = (colour: string) => lighter(mix(colour, '#efe6d6', 0.75), 0.1)

export const mug: Shape = ({ colour, random, round, down }) => {
  const wide = random.int(0, 30)
  const left = 480 - wide
  const right = 700 + wide
  const band = random.chance(0.5) ? 520 : 640
  const side = `M${left} 470 L${left + 10} 710 Q${left + 14} 742 ${left + 50} 742 L${right - 50} 742 Q${right - 14} 742 ${right - 10} 710 L${right} 470 Z`
  return {
    shadow: 170 + wide,
    body: `<path d="M${right - 8} 520 C${right + 100} 500 ${right + 100} 680 ${right - 14} 668" fill="none" stroke="${darker(colour, 0.22)}" stroke-width="30"/>
      <path d="M${right - 8} 514 C${right + 90} 498 ${right + 90} 672 ${right - 14} 660" fill="none" stroke="${lighter(colour, 0.12)}" stroke-width="10"/>
      <path d="${side}" fill="${round(colour)}"/>
      <clipPath id="cup"><path d="${side}"/></clipPath>
      <rect x="${left}" y="${band}" width="300" height="${760 - band}" fill="${round(dipped(colour))}" clip-path="url(#cup)" opacity="${random.chance(0.6) ? 1 : 0}"/>
      <ellipse cx="590" cy="470" rx="${(right - left) / 2}" ry="26" fill="${lighter(colour, 0.25)}"/>
      <ellipse cx="590" cy="473" rx="${(right - left) / 2 - 12}" ry="19" fill="${down([
        [0, darker(colour, 0.55)],
        [1, darker(colour, 0.15)],
      ])}"/>`,
  }
}

export const vase: Shape = ({ colour, random, round }) => {
  const neck = random.int(34, 62)
  const belly = random.int(120, 175)
  const top = random.int(290, 350)
  const waist = top + random.int(110, 150)
  const side = `M${600 - neck} ${top} C${600 - neck} ${waist} ${600 - belly} ${waist - 20} ${600 - belly} ${waist + 160} C${600 - belly} 700 ${600 - 80} 742 540 742
    L660 742 C${600 + 80} 742 ${600 + belly} 700 ${600 + belly} ${waist + 160} C${600 + belly} ${waist - 20} ${600 + neck} ${waist} ${600 + neck} ${top} Z`
  const twig = random.chance(0.45)
    ? `<g fill="none" stroke="#6b6f4c" stroke-width="5" stroke-linecap="round"><path d="M600 ${top} C590 ${top - 60} 640 ${top - 110} 610 ${top - 160}"/><path d="M606 ${top} C640 ${top - 50} 660 ${top - 70} 690 ${top - 140}"/></g>
      ${[
        [-160, 612, -30],
        [-128, 602, 40],
        [-120, 632, -40],
        [-140, 690, 20],
        [-100, 668, -50],
      ]
        .map(
          ([dy = 0, x, turn]) =>
            `<ellipse cx="${x}" cy="${top + dy}" rx="26" ry="11" fill="#7f8a5c" transform="rotate(${turn} ${x} ${top + dy})"/>`,
        )
        .join('')}`
    : ''
  return {
    shadow: belly + 20,
    body: `${twig}<path d="${side}" fill="${round(colour)}"/><clipPath id="v"><path d="${side}"/></clipPath>
      <path d="M300 ${waist + 120} Q450 ${waist + 150} 600 ${waist + 118} T900 ${waist + 120} L900 ${random.chance(0.5) ? 200 : 760} L300 ${random.chance(0.5) ? 200 : 760} Z" fill="${round(dipped(colour))}" clip-path="url(#v)" opacity="${random.chance(0.4) ? 0.9 : 0}"/>
      <ellipse cx="600" cy="${top}" rx="${neck}" ry="${neck / 4}" fill="${darker(colour, 0.5)}"/>
      <path d="M${600 - belly + 36} ${waist + 90} Q${600 - belly + 24} ${waist + 180} ${600 - belly + 60} ${waist + 230}" stroke="#ffffff" stroke-opacity=".35" stroke-width="12" fill="none" stroke-linecap="round"/>`,
  }
}

export const bowl: Shape = ({ colour, random, round, down }) => {
  const wide = random.int(190, 250)
  const high = random.int(545, 590)
  return {
    shadow: wide - 30,
    body: `<path d="M530 742 L670 742 L664 722 L536 722 Z" fill="${round(darker(colour, 0.25))}"/>
      <path d="M${600 - wide} ${high} C${600 - wide + 10} 690 500 728 540 728 L660 728 C700 728 ${600 + wide - 10} 690 ${600 + wide} ${high} Z" fill="${round(colour)}"/>
      <ellipse cx="600" cy="${high}" rx="${wide}" ry="46" fill="${lighter(colour, 0.3)}"/>
      <ellipse cx="600" cy="${high + 4}" rx="${wide - 13}" ry="38" fill="${down([
        [0, darker(dipped(colour), 0.3)],
        [1, dipped(colour)],
      ])}"/>`,
  }
}

export const teapot: Shape = ({ colour, round }) => ({
  shadow: 235,
  body: `<path d="M740 560 C860 520 870 690 742 668" fill="none" stroke="${darker(colour, 0.25)}" stroke-width="26"/>
    <path d="M470 640 C400 630 390 560 340 520 L372 500 C430 530 440 570 490 580 Z" fill="${round(darker(colour, 0.06))}"/>
    <path d="M450 620 C450 520 520 480 600 480 C690 480 756 520 756 620 C756 700 690 742 600 742 C510 742 450 700 450 620 Z" fill="${round(colour)}"/>
    <path d="M520 496 Q600 450 682 496 Q600 516 520 496 Z" fill="${round(lighter(colour, 0.1))}"/>
    <ellipse cx="601" cy="455" rx="22" ry="19" fill="${round(darker(colour, 0.15))}"/>
    <path d="M490 580 Q480 630 500 680" stroke="#fff" stroke-opacity=".35" stroke-width="12" fill="none" stroke-linecap="round"/>`,
})

const leaf = (x: number, y: number, turn: number, size: number, hex: string) =>
  `<path d="M0 0 C${size * 0.5} ${-size * 0.3} ${size * 0.5} ${-size} 0 ${-size * 1.3} C${-size * 0.5} ${-size} ${-size * 0.5} ${-size * 0.3} 0 0 Z" fill="${hex}" transform="translate(${x} ${y}) rotate(${turn})"/>`

export const planter: Shape = ({ colour, random, round }) => {
  const green = random.pick(['#5f7d4f', '#7c9160', '#4d6f5b'])
  const leaves = [-72, -50, -30, -12, 8, 26, 46, 68].map((turn, at) =>
    leaf(600 + turn * 0.9, 470, turn, random.int(120, 190), at % 2 ? green : lighter(green, 0.15)),
  )
  return {
    shadow: 175,
    body: `${leaves.join('')}<path d="M450 470 L480 726 Q484 742 500 742 L700 742 Q716 742 720 726 L750 470 Z" fill="${round(colour)}"/>
      <rect x="436" y="452" width="328" height="52" rx="10" fill="${round(lighter(colour, 0.08))}"/>
      <rect x="452" y="504" width="296" height="10" fill="${darker(colour, 0.5)}" opacity=".25"/>`,
  }
}

export const rings: Shape = ({ colour, round, random }) => {
  const hues = [colour, '#e3b04f', '#7fa37a', '#5c86a8', '#c9798a', '#efe0c4'].slice(0, random.int(5, 6))
  const discs = hues.map((hex, at) => {
    const wide = 190 - at * 24
    const y = 720 - at * 56
    return `<rect x="${600 - wide}" y="${y - 34}" width="${wide * 2}" height="56" rx="28" fill="${round(hex)}"/>`
  })
  const top = 720 - hues.length * 56
  return {
    shadow: 200,
    body: `<rect x="588" y="${top - 20}" width="24" height="200" fill="#d9bd92"/>${discs.join('')}<circle cx="600" cy="${top - 14}" r="36" fill="${round(colour)}"/>`,
  }
}
