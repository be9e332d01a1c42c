import { type Colour, fabrics, glazes, inks, leathers, metals, paints, papers, silvers, woods } from './colours.ts'

/** A kind of item for sale: how it is drawn, named, described and priced. */
export type Good = {
  category: string
  /** Its drawing (pictures/shapes). */
  shape: string
  names: readonly string[]
  colours: readonly Colour[]
  /** Minor units, from and to. */
  price: readonly [number, number]
  tags: readonly string[]
  /** Its attributes besides the colour, each with its possible values. */
  facts: Readonly<Record<string, readonly string[]>>
  about: readonly string[]
  care: string
}

const list = (text: string) => text.split(', ')
const good = (
  [category, shape]: [string, string],
  names: string,
  colours: readonly Colour[],
  price: [number, number],
  { tags, facts, about, care }: { tags: string; facts: Record<string, string>; about: string[]; care: string },
): Good => ({
  category,
  shape,
  colours,
  price,
  about,
  care,
  names: list(names),
  tags: list(tags),
  facts: Object.fromEntries(Object.entries(facts).map(([key, values]) => [key, list(values)])),
})

const clay = 'Safe in the dishwasher; a warm rinse keeps the glaze bright for longer.'
const wool = 'Wash at 30 °C, dry flat, and it stays as it came.'
const oil = 'Wipe with a damp cloth and oil it twice a year.'
const polish = 'A soft dry cloth is all it needs.'

export const goods: readonly Good[] = [
  good(['Ceramics', 'mug'], 'Stoneware mug, Breakfast mug, Wide mug, Thumb-rest mug', glazes, [1_900, 4_200], {
    tags: 'stoneware, handmade, coffee',
    facts: { Volume: '250 ml, 320 ml, 400 ml', Material: 'Stoneware', Made: 'Thrown on the wheel' },
    about: ['Thrown by hand, so no two are quite alike.', 'A mug with some weight to it, and a handle that fits three fingers.'],
    care: clay,
  }),
  good(['Ceramics', 'vase'], 'Bottle vase, Bud vase, Shoulder vase, Tall vase', glazes, [2_800, 12_500], {
    tags: 'vase, handmade, home',
    facts: { Height: '14 cm, 22 cm, 31 cm', Material: 'Stoneware, Terracotta', Watertight: 'Yes' },
    about: ['Made for one good branch, or for nothing at all.', 'The glaze breaks to a lighter tone where the shoulder turns.'],
    care: clay,
  }),
  good(['Ceramics', 'bowl'], 'Serving bowl, Ramen bowl, Nesting bowl, Fruit bowl', glazes, [2_200, 7_800], {
    tags: 'bowl, tableware, handmade',
    facts: { Diameter: '14 cm, 19 cm, 26 cm', Material: 'Stoneware', Oven: 'Up to 200 °C' },
    about: ['A foot ring high enough to lift it, a rim thin enough to drink from.', 'Big enough to share, small enough not to.'],
    care: clay,
  }),
  good(['Ceramics', 'teapot'], 'Teapot, Side-handled teapot, Teapot for two', glazes, [5_400, 14_800], {
    tags: 'tea, teapot, handmade',
    facts: { Volume: '450 ml, 700 ml, 1 l', Material: 'Stoneware', Strainer: 'Built in' },
    about: ['The spout pours in one clean arc and does not drip.', 'Holds the heat for three cups.'],
    care: 'Rinse with hot water alone; tea does the rest.',
  }),
  good(['Lighting', 'lamp'], 'Table lamp, Reading lamp, Bedside lamp, Desk lamp', metals, [6_900, 24_900], {
    tags: 'lamp, light, home',
    facts: { Height: '38 cm, 46 cm, 54 cm', Bulb: 'E27, at most 40 W', Cable: '1.8 m, textile' },
    about: ['A warm cone of light, wide enough for a book and a cup.', 'The shade is sewn, not glued, and can be washed.'],
    care: polish,
  }),
  good(['Lighting', 'pendant'], 'Pendant lamp, Dome pendant, Workshop pendant', metals, [8_900, 31_000], {
    tags: 'pendant, light, dining',
    facts: { Diameter: '28 cm, 36 cm, 45 cm', Bulb: 'E27, at most 60 W', Drop: 'Up to 1.5 m' },
    about: ['Spun from one sheet, white inside, so that the table is bright and the room is calm.', 'Hangs straight by itself.'],
    care: polish,
  }),
  good(['Lighting', 'lantern'], 'Storm lantern, Silk lantern, Garden lantern', metals, [3_400, 9_800], {
    tags: 'lantern, candle, evening',
    facts: { Height: '24 cm, 32 cm', Candle: 'Pillar or tea light', Outdoors: 'Yes, Under a roof' },
    about: ['For the evenings when nobody wants to go in.', 'Glass on four sides, and a door that closes.'],
    care: polish,
  }),
  good(['Textiles', 'cushion'], 'Cushion cover, Bolster cushion, Block-printed cushion', fabrics, [2_400, 6_900], {
    tags: 'cushion, linen, home',
    facts: { Size: '40 × 40 cm, 50 × 50 cm', Material: 'Linen, Cotton, Wool felt', Closure: 'Zip, Buttons' },
    about: ['Printed with carved blocks, one repeat at a time.', 'Soft from the first day, softer every year.'],
    care: wool,
  }),
  good(['Textiles', 'blanket'], 'Wool throw, Herringbone blanket, Picnic blanket', fabrics, [6_800, 19_500], {
    tags: 'blanket, wool, winter',
    facts: { Size: '130 × 180 cm, 150 × 200 cm', Material: 'Lambswool, Merino', Weight: '900 g, 1.2 kg' },
    about: ['Woven on an old loom that takes its time.', 'Warm, light, and large enough for two who like each other.'],
    care: wool,
  }),
  good(['Textiles', 'towel'], 'Bath towel, Waffle towel, Hammam towel', fabrics, [1_900, 5_400], {
    tags: 'towel, cotton, bath',
    facts: { Size: '50 × 90 cm, 90 × 170 cm', Material: 'Cotton, Linen', Loom: 'Shuttle' },
    about: ['Dries fast, takes little room, smells of nothing.', 'Knotted fringes, each by hand.'],
    care: 'Wash at 60 °C; leave the softener out.',
  }),
  good(['Furniture', 'stool'], 'Three-legged stool, Milking stool, Counter stool', woods, [9_800, 28_500], {
    tags: 'stool, wood, furniture',
    facts: { Height: '45 cm, 65 cm', Joints: 'Wedged tenons', Finish: 'Hard wax oil, Soap' },
    about: ['Three legs never wobble.', 'Seat carved to fit, legs turned to stay.'],
    care: oil,
  }),
  good(['Furniture', 'chair'], 'Dining chair, Spindle chair, Reading chair', woods, [18_500, 54_000], {
    tags: 'chair, wood, furniture',
    facts: { Seat: '44 cm, 46 cm', Joints: 'Mortise and tenon', Finish: 'Hard wax oil, Lacquer' },
    about: ['Steam-bent back, solid seat, eleven hours of work.', 'Light enough to be carried with one hand.'],
    care: oil,
  }),
  good(['Furniture', 'table'], 'Side table, Bedside table, Coffee table', woods, [14_500, 46_000], {
    tags: 'table, wood, furniture',
    facts: { Height: '42 cm, 55 cm', Top: 'Solid, Book-matched', Delivery: 'In one piece' },
    about: ['A top from one board, so that the grain runs through.', 'Made for one lamp, one book and one cup.'],
    care: oil,
  }),
  good(['Furniture', 'shelf'], 'Wall shelf, Spice shelf, Book ledge', woods, [6_400, 18_900], {
    tags: 'shelf, wood, storage',
    facts: { Width: '60 cm, 80 cm, 120 cm', Carries: '12 kg, 20 kg', Fixings: 'Included' },
    about: ['Hangs on hidden brackets; the wall needs two holes.', 'Straight boards, soft edges.'],
    care: oil,
  }),
  good(['Stationery', 'notebook'], 'Notebook, Travel journal, Sketchbook, Ledger', papers, [1_200, 3_900], {
    tags: 'paper, notebook, writing',
    facts: { Format: 'A5, A6, B5', Pages: '128, 160, 192', Ruling: 'Plain, Dotted, Lined' },
    about: ['Sewn in sections, so it lies flat from the first page.', 'Takes fountain pens without a shadow on the other side.'],
    care: 'Made to be used up.',
  }),
  good(['Stationery', 'pencils'], 'Set of pencils, Coloured pencils, Drawing pencils', papers, [900, 2_900], {
    tags: 'pencil, drawing, gift',
    facts: { Pieces: '6, 12', Wood: 'Cedar', Hardness: 'HB to 4B, Mixed' },
    about: ['Cedar, so that sharpening is half the pleasure.', 'Dark, smooth, and slow to break.'],
    care: 'Keep dry and sharp.',
  }),
  good(['Stationery', 'cards'], 'Letterpress cards, Writing set, Birthday cards', papers, [800, 2_600], {
    tags: 'cards, letterpress, gift',
    facts: { Pieces: '5, 8, 10', Paper: 'Cotton, 600 g', Envelopes: 'Included' },
    about: ['Printed on a press from 1911, deep enough to feel.', 'Blank inside: the words are yours.'],
    care: 'Store flat.',
  }),
  good(['Kitchen', 'board'], 'Chopping board, Bread board, Cheese board', woods, [2_900, 9_400], {
    tags: 'wood, kitchen, board',
    facts: { Length: '32 cm, 40 cm, 48 cm', Grain: 'End grain, Long grain', Finish: 'Walnut oil, Linseed oil' },
    about: ['One piece, no glue, a hole to hang it by.', 'Kind to knives, and good-looking enough to stay on the table.'],
    care: oil,
  }),
  good(['Kitchen', 'pan'], 'Frying pan, Sauté pan, Crêpe pan', metals, [4_900, 16_500], {
    tags: 'pan, cooking, kitchen',
    facts: { Diameter: '20 cm, 24 cm, 28 cm', Hob: 'All, Gas and electric', Handle: 'Riveted' },
    about: ['Thick enough to keep its heat, light enough to toss.', 'Gets better for the first hundred years.'],
    care: 'No soap in the first month; after that nothing can hurt it.',
  }),
  good(['Kitchen', 'spoons'], 'Set of wooden spoons, Serving spoons, Stirring set', woods, [1_400, 4_800], {
    tags: 'wood, spoon, kitchen',
    facts: { Pieces: '2, 3, 4', Length: '28 cm, 32 cm', Finish: 'Linseed oil' },
    about: ['Carved along the grain, so that they do not fuzz.', 'A corner for every pot.'],
    care: oil,
  }),
  good(['Toys', 'rings'], 'Stacking rings, Rainbow stacker, Ring tower', paints, [1_900, 4_600], {
    tags: 'toy, wood, baby',
    facts: { Age: 'From 1 year, From 18 months', Pieces: '6, 8', Paint: 'Water-based' },
    about: ['Also falls over beautifully.', 'Seven rings, one of which always comes last.'],
    care: 'Wipe with a damp cloth.',
  }),
  good(['Toys', 'car'], 'Wooden car, Push-along van, Racing car', paints, [1_600, 4_200], {
    tags: 'toy, wood, car',
    facts: { Age: 'From 2 years, From 3 years', Length: '14 cm, 19 cm', Wood: 'Beech, Maple' },
    about: ['Wheels that roll straight over carpets.', 'One block, four wheels, no batteries.'],
    care: 'Wipe with a damp cloth.',
  }),
  good(['Toys', 'blocks'], 'Building blocks, Castle blocks, First blocks', paints, [2_400, 6_900], {
    tags: 'toy, wood, building',
    facts: { Age: 'From 1 year, From 2 years', Pieces: '20, 32, 48', Wood: 'Beech, Lime' },
    about: ['Towers, bridges, one very long wall.', 'Corners rounded by hand, colours that stay.'],
    care: 'Wipe with a damp cloth.',
  }),
  good(['Garden', 'can'], 'Watering can, Indoor watering can, Long-spout can', metals, [3_200, 8_900], {
    tags: 'garden, watering, metal',
    facts: { Volume: '1 l, 1.5 l, 5 l', Rose: 'Brass, removable', Outdoors: 'Yes' },
    about: ['The long spout reaches the one at the back.', 'Balanced when full, light when empty.'],
    care: 'Empty it before the first frost.',
  }),
  good(['Garden', 'planter'], 'Planter, Herb planter, Hanging planter', glazes, [1_800, 9_200], {
    tags: 'planter, garden, pot',
    facts: { Diameter: '14 cm, 20 cm, 28 cm', Drainage: 'Hole and saucer', Frost: 'Hardy, Bring in' },
    about: ['Breathes, so that roots do.', 'The plant is not included, but encouraged.'],
    care: 'Brush off what the years leave, or let it be.',
  }),
  good(['Garden', 'birdhouse'], 'Birdhouse, Nesting box, Bird feeder', paints, [2_600, 6_400], {
    tags: 'birds, garden, wood',
    facts: { Entrance: '28 mm, 32 mm', Wood: 'Larch, Cedar', Hanging: 'Screw included' },
    about: ['Entrance for tits and sparrows; cats are kept out.', 'Opens at the bottom for the autumn cleaning.'],
    care: 'Clean it in October.',
  }),
  good(['Jewellery', 'ring'], 'Band ring, Hammered ring, Signet ring', silvers, [3_900, 28_000], {
    tags: 'ring, handmade, recycled',
    facts: { Size: '52, 54, 56, 58', Metal: 'Recycled silver, 14 ct gold', Stone: 'None, Moonstone, Garnet' },
    about: ['Hammered over a steel mandrel until it rings.', 'Heavy enough to be noticed, light enough to be forgotten.'],
    care: polish,
  }),
  good(['Jewellery', 'earrings'], 'Drop earrings, Leaf earrings, Hoop earrings', silvers, [2_900, 14_500], {
    tags: 'earrings, handmade, light',
    facts: { Length: '2 cm, 3.5 cm', Metal: 'Recycled silver, Gold-plated', Weight: '2 g, 4 g' },
    about: ['So light that you will look whether they are still there.', 'Cast from leaves of our own hedge.'],
    care: polish,
  }),
  good(['Jewellery', 'necklace'], 'Pendant necklace, Fine chain, Coin necklace', silvers, [3_400, 19_800], {
    tags: 'necklace, handmade, gift',
    facts: { Length: '42 cm, 50 cm', Metal: 'Recycled silver, Gold-plated', Clasp: 'Spring ring' },
    about: ['One small weight on a fine chain.', 'Comes in a box that closes with a sigh.'],
    care: polish,
  }),
  good(['Prints', 'hills'], 'Hills screen print, Harbour screen print, Two boats linocut', inks, [2_400, 12_000], {
    tags: 'print, wall, limited',
    facts: { Format: 'A4, A3, 50 × 70 cm', Edition: '50, 100, 150', Frame: 'Oak, Without' },
    about: ['Four colours, four screens, one steady hand.', 'Signed and numbered in pencil.'],
    care: 'Keep out of direct sun.',
  }),
  good(['Prints', 'botanical'], 'Fern linocut, Olive linocut, Botanical print', inks, [1_900, 8_400], {
    tags: 'print, botanical, wall',
    facts: { Format: 'A5, A4, A3', Edition: '30, 80, Open', Frame: 'Oak, Without' },
    about: ['Cut from life, printed on cotton paper.', 'For rooms where nothing else grows.'],
    care: 'Keep out of direct sun.',
  }),
  good(['Bags', 'tote'], 'Canvas tote, Market bag, Sailcloth tote', fabrics, [2_400, 8_900], {
    tags: 'bag, canvas, everyday',
    facts: { Volume: '14 l, 20 l', Material: 'Waxed canvas, Cotton canvas', Pockets: '1, 2' },
    about: ['Long handles for the shoulder, a flat bottom for the eggs.', 'Carries what a bicycle basket does.'],
    care: 'Sponge off; wax it again when it rains in.',
  }),
  good(['Bags', 'satchel'], 'Leather satchel, Messenger bag, School satchel', leathers, [11_900, 34_500], {
    tags: 'bag, leather, work',
    facts: { Fits: 'A4, 13″ laptop, 15″ laptop', Leather: 'Bridle leather, Vegetable-tanned', Thread: 'Waxed linen' },
    about: ['Cut from one hide, stitched at eight to the inch.', 'Scratches become stories.'],
    care: 'Beeswax once a year.',
  }),
]

export const categories = [...new Set(goods.map(({ category }) => category))]
