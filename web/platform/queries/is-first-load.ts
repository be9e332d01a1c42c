type Asked = { isLoading: boolean; isFetched: boolean; failureCount: number }

/**
 * True until a query has been answered for the first time, or failed once; false offline. What would move as it comes waits for that, and
 * stays while a failed query is asked again.
 */
export const isFirstLoad = ({ isLoading, isFetched, failureCount }: Asked): boolean => isLoading && !isFetched && failureCount === 0
