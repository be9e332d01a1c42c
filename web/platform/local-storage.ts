/** Does something with localStorage, which a browser may block and which may be full; then it returns `otherwise`. */
export function withLocalStorage<Answer>(act: (storage: Storage) => Answer, otherwise: Answer): Answer {
  try {
    return act(localStorage)
  } catch {
    return otherwise
  }
}
