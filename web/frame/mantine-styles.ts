// Mantine's styles, only those of components in use, in the order in which Mantine lists them: later ones lean on earlier ones.
import '@mantine/core/styles/baseline.css'
import '@mantine/core/styles/default-css-variables.css'
import '@mantine/core/styles/global.css'
