import { type Html, html } from "../../html.ts";

/** Brings the button that shows a password to life; it is not there for browsers without scripts. Sent passwords are hidden. */
export const revealScript = (nonce: string): Html => html`<script nonce="${nonce}">
for (const button of document.querySelectorAll(".reveal")) {
  const input = document.getElementById(button.getAttribute("aria-controls"));
  const words = { true: button.dataset.hide, false: button.textContent };
  const reveal = (isShown) => {
    input.type = isShown ? "text" : "password";
    button.setAttribute("aria-pressed", isShown);
    button.textContent = words[isShown];
  };
  button.hidden = false;
  button.addEventListener("click", () => reveal(input.type === "password"));
  input.form.addEventListener("submit", () => reveal(false));
}
</script>`;
