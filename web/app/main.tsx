import '@mantine/core/styles/baseline.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queries } from '#web/app/queries.ts'
import { router } from '#web/app/router.tsx'
import { theme } from '#web/app/theme.ts'

const nonce = document.querySelector('meta[name="csp-nonce"]')?.getAttribute('content') ?? ''
const place = document.getElementById('root')
if (!place) throw new Error('The page has no place for the application.')

createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <MantineProvider theme={theme} getStyleNonce={() => nonce}>
        <RouterProvider router={router} />
      </MantineProvider>
    </QueryClientProvider>
  </StrictMode>,
)
