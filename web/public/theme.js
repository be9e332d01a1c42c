// Sets the remembered theme before the first paint, so that a dark screen never flashes white.
;(() => {
  let theme = 'light'
  try {
    theme = localStorage.getItem('backstall-theme') ?? 'light'
  } catch {
    // Storage may be barred; the default then stands.
  }
  const dark = theme === 'dark' || (theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-theme', dark ? 'dark' : 'light')
})()
