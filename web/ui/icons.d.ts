// Each icon is imported from its own file: the package's index would make the tools read six thousand of them.
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  const Icon: import('@tabler/icons-react').Icon
  export default Icon
}
