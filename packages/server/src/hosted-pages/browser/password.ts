/** The button that shows a password comes to life; sent passwords are hidden. Caps Lock is pointed out below the field. */
export function enlivenPassword(button: HTMLButtonElement): void {
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

  const note = document.createElement("p");
  note.className = "caps";
  note.setAttribute("role", "status");
  button.closest(".field")?.after(note);
  // Password managers fill in with events that are no key's.
  const look = (event: KeyboardEvent) => {
    note.textContent = event.getModifierState?.("CapsLock") ? capsLock : "";
  };
  input.addEventListener("keydown", look);
  input.addEventListener("keyup", look);
}
