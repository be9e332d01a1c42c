/** One file on its way, on any screen. */
export const uploads = {
  sending: 'Uploading {{name}}: {{percent}} %',
  waits: 'Waiting for the network to send {{name}}',
  cancel: 'Cancel upload',
}
