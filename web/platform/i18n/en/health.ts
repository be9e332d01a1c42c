/** The checks of the installation. Their titles and sentences come from the server, which also prints them. */
export const health = {
  title: 'Health',
  lead: 'What this installation needs, as seen from the node that answers. Refreshed every ten seconds. From the shell: npm run backstall -- doctor',
  checked: 'Checked',
  check: 'Check',
  state: 'State',
  found: 'Finding',
  states: { ok: 'OK', attention: 'Attention', failing: 'Failing' },
  attention_one: 'One check needs attention.',
  attention_other: '{{count}} checks need attention.',
  failing_one: 'One check fails.',
  failing_other: '{{count}} checks fail.',
}
