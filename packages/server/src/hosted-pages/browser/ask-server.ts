/** The server's own words about what went wrong. */
export class Told extends Error {}

/**
 * Sends a question of the script to the address of its form; answers the JSON.
 *
 * @throws {Told} with the server's words. @throws {TypeError} nobody was reached.
 */
export async function askServer<Answer>(form: HTMLFormElement, question: string): Promise<Answer | undefined> {
  const { value: formToken } = form.elements.namedItem("formToken") as HTMLInputElement;
  const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams({ formToken, ask: question }) });
  // A whole page instead: the form is none any more. Sending it shows why.
  if (!answer.headers.get("content-type")?.includes("json")) return undefined;
  const told: Answer & { message?: string } = await answer.json();
  if (!answer.ok) throw new Told(told.message);
  return told;
}
