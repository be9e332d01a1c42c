import type { Person } from '#domain/person.ts'

/** The name a person sells under: their shop, or their own name without one. */
export const sellsAs = ({ shopName, name }: Pick<Person, 'shopName' | 'name'>): string => shopName || name

/** Shop and name in one line, for labels and files. */
export const shopAndName = ({ shopName, name }: Pick<Person, 'shopName' | 'name'>): string => [shopName, name].filter(Boolean).join(' · ')
