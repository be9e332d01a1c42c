import type { CannedReply } from '#domain/chat.ts'

/** The messages: from the seller (`s`) or from support (`a`); `+picture` and `+pdf` attach a file. */
export type RefusalText = { by: 's' | 'a'; text: string; file: 'picture' | 'pdf' | null }
/** A conversation, its status, and the private notes of the admins. */
export type Thread = { said: readonly RefusalText[]; solved: boolean; note: string | null }

function thread(text: string, { solved = true, note = null }: { solved?: boolean; note?: string | null } = {}): Thread {
  const said = text
    .trim()
    .split('\n')
    .map((line): RefusalText => {
      const [, by = 's', file, words = ''] = /^\s*([sa])(?:\+(picture|pdf))?: (.*)$/.exec(line) ?? []
      return { by: by === 'a' ? 'a' : 's', text: words, file: file === 'picture' || file === 'pdf' ? file : null }
    })
  return { said, solved, note }
}

export const threads: readonly Thread[] = [
  thread(
    `s: The category “Ceramics” is too wide for tiles. Would you add “Tiles”?
     a: How many do you plan to list?
     s: About thirty, in four glazes.
     s: And my colleague next door has as many.`,
    { solved: false, note: 'Ask Jonas about the new categories before we promise anything.' },
  ),
  thread(
    `s: Good morning! One of my products was rejected for its pictures, but they are sharp on my screen. What should I change?
     a: Good morning. The cover shows the piece against a window, so it came out dark. Could you take one with the light behind you?
     s+picture: Like this?
     a: Exactly like this. Put it first and submit again, and I will look at it right away.
     s: Done, thank you for being so quick!
     a: Approved. It is on sale.`,
  ),
  thread(
    `s: Hi, I forgot to put the new year’s holidays into my shop. Can I pause everything from the 22nd?
     a: Archive what should not be sold; it keeps its approval and you can restore it with one click.`,
    { solved: false },
  ),
  thread(
    `s: Hello, a buyer wrote that the parcel arrived with a broken handle. Do I send a new one, or do you refund?
     a: I am sorry to hear that. Do you have another one in stock?
     s: Two left.
     a: Then please send one today. I refund the shipping to the buyer, so that nobody is out of pocket.
     s: On its way 📦`,
  ),
  thread(
    `s: Can I change the price of a product without it going back to review?
     a: Yes, up to half as much again at once. Beyond that the new price waits for us while the old one stays on sale.
     s: Good to know. Thanks!`,
  ),
  thread(
    `s: I would like to sell my shop’s gift vouchers here. Is that possible?
     a: Not yet, I am afraid: vouchers cannot be shipped, and every order line has to be.
     s: A pity. Could you tell me when that changes?
     a: I have put you on the list.`,
    { note: 'Third shop that asks for vouchers this autumn.' },
  ),
  thread(
    `s+pdf: Here is the test report you asked for.
     a: Thank you, that is the one. Everything is in order.
     s: Great, so it can be sold again?
     a: It is on sale already.`,
  ),
  thread(
    `s: When are the figures of last month ready? My accountant is asking.
     a: They always are: open “Orders” and choose the dates.
     s: I feel silly now. Thank you!
     a: Not at all, it is well hidden.`,
  ),
  thread(
    `s: Somebody ordered twelve pieces and I only have nine. What do I do?
     a: Ship the nine, and tell me which line: I cancel the rest and refund it.
     s: It is the second line of the order.
     a: Done. The buyer knows.`,
  ),
  thread(
    `s: مرحبا، هل يمكنني كتابة الوصف بالعربية والإنجليزية معًا؟
     a: Hello! Yes, both in one description is fine, the Arabic first if you like.
     s: شكرًا جزيلًا 🌷`,
  ),
  thread(
    `s: The edit of my title was partly refused, and I do not understand why.
     a: The description went live; the title had two exclamation marks. Could you leave them out?
     s: Oh. Of course.`,
    { solved: false },
  ),
  thread(
    `s: Is there a way to list the same piece in six colours without six listings?
     a: Not in one listing. Many shops use one description and copy it; the SKU keeps them apart.
     s: Understood. Could you look at my newest? It has been waiting for a while.
     s: It is for the winter market, so a little urgent.`,
    { solved: false },
  ),
  thread(
    `s: DHL says the address of my last order does not exist.
     a: Let me ask the buyer. One moment.
     a: The house number is 41, not 14. I am sorry for the trouble.
     s: Label printed again. Thanks!`,
  ),
  thread(
    `s: Two buyers write that my parcels did not arrive, and I did hand them over.
     a: Please send us the carrier’s receipts, then we look at it the same day.
     s: I have one of the two. The other clerk just waved.`,
    { solved: false, note: 'Both parcels went through the same depot. Ask the carrier before we refund.' },
  ),
  thread(
    `s: Thank you for the lovely feature in the newsletter! We sold out in a day.
     a: You deserved it. Do tell us when there are new ones.`,
  ),
  thread(
    `s: Could you check whether my shop address is shown anywhere? I work from home.
     a: Only we see it. Buyers see your shop’s name and town.
     s: That is a relief.`,
  ),
  thread(
    `s: My pictures upload very slowly since this morning.
     a: How large are they?
     s: Around 9 MB each, from my camera.
     a: That is close to the limit. 2,000 pixels are plenty and go ten times as fast.
     s+picture: Much better. Is this still sharp enough?`,
    { solved: false },
  ),
  thread(
    `s: What do I write as carrier when I bring it by bicycle?
     a: “By hand” is fine, and leave the tracking number empty.
     s: 🚲 perfect`,
  ),
  thread(
    `s: Two of my listings show the same SKU. Is that a problem?
     a: Yours cannot: the second would have been refused. One of them is another shop’s.
     s: Ah, now I see it.`,
  ),
  thread(
    `s: How long do you keep a chat?
     a: As long as you are with us. You can export everything under “Profile”.
     s: Good, thank you.`,
  ),
  thread(
    `s: I closed the parcel before putting in the card. Is there a way to tell the buyer?
     a: Give me the words, and I send them along with the tracking number.
     s: “With love from all of us.” That is all.
     a: Sent. 🙂`,
  ),
  thread(
    `s: Please take my old studio out of the profile; I have moved.
     a: You can do that yourself under “Profile”, in “Address”.
     s: So simple. Thanks.`,
  ),
  thread(
    `s: A buyer wants an invoice with a VAT number. Where do I put it?
     a: We make no invoices: your own books do. Put the number of the order on it, then the buyer finds it again.`,
    { solved: false },
  ),
  thread(
    `s: Since this morning I get two mails for each order.
     a: One comes at once and one is the daily summary. You choose under “Profile”, in “Notifications”.
     s: I have switched the summary off.`,
  ),
]

export const cannedReplies: CannedReply[] = [
  {
    title: 'Pictures',
    text: 'Thank you for asking. Please take the picture by daylight, with the whole piece in view and nothing else in front of it.',
  },
  {
    title: 'Broken in transit',
    text: 'I am sorry to hear that. Please send us a picture of the damage and of the parcel, and we refund it the same day.',
  },
  {
    title: 'Waiting for review',
    text: 'We look at everything within one working day, the longest waiting first. Thank you for your patience.',
  },
  { title: 'Figures', text: 'You find them under “Orders”: choose the dates of the month you need.' },
]
