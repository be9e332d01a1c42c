type WhatOf<Kind, Noun extends string> = Kind extends `${Noun}.${infer What}` ? What : never

/** A text for each kind, nested as its name is: of `order.paid` at `order`, `paid`. The compiler names a kind that has none. */
export type TextsByKind<Kind extends string> = {
  [Noun in Kind extends `${infer Name}.${string}` ? Name : never]: Record<WhatOf<Kind, Noun>, string>
}
