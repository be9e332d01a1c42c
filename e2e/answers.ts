/** An answer as Backstall itself sends it. */
export const own = (status: number, code: string, message: string, data: object = {}) => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify({ json: { defined: false, code, status, message, data } }),
})
/** An answer of a proxy on the way, which knows nothing of Backstall. */
export const foreign = (status: number, headers: Record<string, string> = {}) => ({
  ...{ status, headers },
  contentType: 'text/html',
  body: '<h1>gateway of somebody</h1>',
})

export const unreachable = 'The service is not available at the moment. Try again in a little while.'
export const tooOften = 'Too many attempts. Wait a little, then try again.'
export const notAllowed = 'Your role does not allow this.'
export const gone = 'This no longer exists, or you cannot see it.'

/** Console messages that the browser itself logs for these answers. */
export const answerErrors = /status of (40[1-8]|429|503)|^503 from/
