/** Enables the button that reveals a password, hides it on submit, and warns about Caps Lock. */
export function initPasswordToggle(button: HTMLButtonElement): void {
  const input = document.getElementById(button.getAttribute("aria-controls") ?? "") as HTMLInputElement;
  const { textContent: show } = button;
  const { hide = "", capsLock = "" } = button.dataset;
  const reveal = (isShown: boolean) => {
    input.type = isShown ? "text" : "password";
    button.setAttribute("aria-pressed", String(isShown));
    button.textContent = isShown ? hide : show;
  };
  button.hidden = false;
  button.addEventListener("click", () => reveal(input.type === "password"));
  input.form?.addEventListener("submit", () => reveal(false));

  const hint = document.createElement("p");
  hint.className = "caps";
  hint.setAttribute("role", "status");
  button.closest(".field")?.after(hint);
  // Password managers dispatch events without `getModifierState`.
  const look = (event: KeyboardEvent) => {
    hint.textContent = event.getModifierState?.("CapsLock") ? capsLock : "";
  };
  input.addEventListener("keydown", look);
  input.addEventListener("keyup", look);
}
