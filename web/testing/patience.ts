import { configure } from '@testing-library/react'

// A busy machine takes its time; whoever waits for a thing is not in a hurry.
configure({ asyncUtilTimeout: 10_000 })
