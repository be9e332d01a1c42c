/** An answer of a proxy on the way, which knows nothing of Backstall. */
export const foreign = (status: number) => ({ status, contentType: 'text/html', body: '<h1>gateway of somebody</h1>' })

export const unreachable = 'The service is not available at the moment. Try again in a little while.'

/** Console messages that the browser itself logs for these answers. */
export const answerErrors = /status of (40[1-8]|429|503)|^503 from/
