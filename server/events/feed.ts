/** The running feed of this node: dispatcher, consumers and live streams. */
export type Feed = {
  /** Says that something was committed; coalesced, cheap, safe to call often. */
  wake: () => void
}
