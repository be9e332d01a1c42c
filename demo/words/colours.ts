/** A colour by its name in a listing. */
export type Colour = { name: string; hex: string }

const colours = (text: string): readonly Colour[] =>
  text.split(', ').map((one) => ({ name: one.slice(0, one.lastIndexOf(' ')), hex: one.slice(one.lastIndexOf(' ') + 1) }))

export const glazes = colours(
  'indigo #3a5684, sage #8d9d7e, oat #dfd0b4, terracotta #bd6a45, celadon #a5c2b0, charcoal #43464c, butter #e6cc82, dusty rose #cf9d98, ocean #40808c, chalk #efe9dd',
)
export const fabrics = colours(
  'mustard #cf9f3c, rust #b0583a, moss #6f7c4c, natural linen #d9cbb2, indigo #405a85, plum #75506b, sky #9dbcd0, blush #dcb3a6, charcoal #4b4c52, teal #3f7a78',
)
export const woods = colours('oak #c59c6c, walnut #70503a, cherry #a9663f, birch #e0c69c, ash #d6bb8e, smoked oak #5a4636')
export const metals = colours('brass #cba04a, copper #c17a50, brushed steel #b9bec4, matt black #3a3b40, aged bronze #86683f')
export const silvers = colours('silver #c4c9d1, gold #d9b25c, rose gold #d6a183')
export const papers = colours('navy #33476b, forest #47694f, ochre #cd9a3f, brick #ab5340, slate #5f6b77, blush #dfb4a8, lilac #a79bbf')
export const inks = colours('blue hour #37517c, terracotta #bf6d49, forest #4d6f57, ochre #cf9d45, plum #77526d, black and cream #3d3a38')
export const leathers = colours('chestnut #8d5634, cognac #b1713c, black #3a3634, olive #6d6a45, navy #3b4866')
export const paints = colours('rainbow #d7684f, pastel #9cc0b5, forest #5d8459, harbour blue #4d7ba3, sunrise #e2a24f')
