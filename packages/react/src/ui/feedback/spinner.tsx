/** Turns after 300 ms, so that quick answers do not flicker. Says nothing: the label beside it does. */
export function Spinner() {
  return <span className="site-spinner" aria-hidden="true" />;
}
