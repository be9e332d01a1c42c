import type { Random } from '#demo/random.ts'
import { brushOf, darker, lighter, type Shape } from './brush.ts'
import * as flat from './flat-shapes.ts'
import * as metal from './metal-shapes.ts'
import * as round from './round-shapes.ts'
import * as soft from './soft-shapes.ts'

const shapes: Record<string, Shape> = { ...flat, ...metal, ...round, ...soft }

/** Walls and floors of a room in daylight. */
const rooms = [
  ['#efe7da', '#d3c3ab'],
  ['#e4e7e4', '#c3c6bd'],
  ['#f0e2d8', '#d8bfae'],
  ['#dfe6ea', '#b9c4ca'],
  ['#ebe6ee', '#cbc0c9'],
  ['#e9ead9', '#c6c5a6'],
  ['#f3efe8', '#dcd3c6'],
] as const

/** The distance and direction of the camera; hanging objects are shown from further away. */
export const views = ['whole', 'near', 'detail'] as const
type View = (typeof views)[number]
const cameras: Record<View, string> = {
  whole: 'translate(-132 -126) scale(1.22)',
  near: 'translate(-300 -330) scale(1.5)',
  detail: 'translate(-620 -640) scale(2.05)',
}

/** The width of a drawing, in pixels at 72 dpi. */
export const drawnWidth = 1200

/** A picture of a product as SVG, 1200 × 900: the object in a quiet room with light from the left. */
export function draw(shape: string, colour: string, view: View, random: Random): string {
  const [wall, floor] = random.pick(rooms)
  const brush = brushOf(colour, random)
  const make = shapes[shape]
  if (!make) throw new Error(`Nobody can draw a ${shape}.`)
  const { body, shadow, hangs = false } = make(brush)
  const paintWall = brush.across([
    [0, lighter(wall, 0.35)],
    [1, darker(wall, 0.1)],
  ])
  const paintFloor = brush.down([
    [0, darker(floor, 0.08)],
    [1, lighter(floor, 0.12)],
  ])
  const dark = brush.glow([
    [0, '#1d1712', 0.42],
    [0.6, '#1d1712', 0.16],
    [1, '#1d1712', 0],
  ])
  const light = brush.across([
    [0, '#fffaf0', 0.5],
    [1, '#fffaf0', 0],
  ])
  const ground = hangs
    ? ''
    : `<rect y="640" width="1200" height="260" fill="${paintFloor}"/><rect y="640" width="1200" height="3" fill="#000" opacity=".06"/>`
  const under = hangs ? '' : `<ellipse cx="630" cy="744" rx="${shadow * 1.25}" ry="34" fill="${dark}"/>`
  const scene = `<rect width="1200" height="900" fill="${paintWall}"/><path d="M0 0 L420 0 L120 640 L0 640 Z" fill="${light}"/>${ground}${under}${body}`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${drawnWidth}" height="900" viewBox="0 0 1200 900">${brush.defs()}<g transform="${hangs && view === 'whole' ? 'scale(1)' : cameras[view]}">${scene}</g></svg>`
}
