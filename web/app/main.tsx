import '#web/app/no-eval.ts'
import '#web/ui/styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '#web/platform/opened-link.ts'
import { App, followPerson } from '#web/app/App.tsx'
import { adoptBootstrap } from '#web/app/bootstrap.ts'
import { leaveOnSessionEnd, loadScreenAhead } from '#web/app/router.tsx'
import { watchStyles } from '#web/platform/loading/retry-styles.ts'
import { queries } from '#web/platform/queries/queries.ts'

const place = document.getElementById('root')
if (!place) throw new Error('The page has no place for the application.')
watchStyles()
leaveOnSessionEnd()
loadScreenAhead()
followPerson()
adoptBootstrap()
createRoot(place).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <App />
    </QueryClientProvider>
  </StrictMode>,
)
