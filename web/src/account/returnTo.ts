// The page before the account page: a person who has created an account goes on there.

let from = ''

const isAccount = (address: string) => /#\/(account|me)\b/.test(address)

/** Note where a navigation came from, where it led to the account. */
export function noteNavigation({ oldURL, newURL }: HashChangeEvent): void {
  if (isAccount(newURL) && !isAccount(oldURL)) from = new URL(oldURL).hash
}

/** Go back there; nowhere else, where the account page was the first. */
export function goBack(): void {
  if (from) location.hash = from
  from = ''
}
