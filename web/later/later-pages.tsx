import { LaterPage } from '#web/later/LaterPage.tsx'

export const SalesPage = () => <LaterPage noun="sales" />
