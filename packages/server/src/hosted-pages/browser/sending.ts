/** Source: screens, §3.1. */
const slowMs = 8_000;
/** From then on a form can be sent again: browsers do not say when they were told to stop. */
const againMs = 10_000;

const labels = new WeakMap<HTMLButtonElement, string>();

/** A button that is at work says so, and stays where the focus is; pressed again, it does nothing. */
export function setBusy(button: HTMLButtonElement, isBusy: boolean): void {
  if (isBusy && !labels.has(button)) {
    labels.set(button, button.textContent);
    button.setAttribute("aria-disabled", "true");
    const { busy } = button.dataset;
    if (busy) button.textContent = busy;
  } else if (!isBusy) {
    button.removeAttribute("aria-disabled");
    button.textContent = labels.get(button) ?? button.textContent;
    labels.delete(button);
  }
}

export const isBusy = (button: HTMLButtonElement): boolean => labels.has(button);

/** The button that sends the form when nobody has pressed one. */
export const mainButton = (form: HTMLFormElement): HTMLButtonElement | null =>
  form.querySelector<HTMLButtonElement>("button.button");

/** A form that was sent is not sent again while its answer is on its way. One that takes long says that it does. */
export function sendFormsOnce(): void {
  const slow = document.createElement("p");
  slow.className = "hint slow";
  slow.setAttribute("role", "status");
  let sent: HTMLButtonElement | null | undefined;
  let timers: ReturnType<typeof setTimeout>[] = [];

  function release(): void {
    timers.forEach(clearTimeout);
    timers = [];
    if (sent) setBusy(sent, false);
    sent = undefined;
  }
  // Back on the page, as it was left.
  addEventListener("pageshow", () => {
    release();
    slow.textContent = "";
  });
  addEventListener("submit", (event) => {
    if (sent !== undefined) return event.preventDefault();
    const form = event.target as HTMLFormElement;
    const button = (event.submitter ?? mainButton(form)) as HTMLButtonElement | null;
    sent = button;
    slow.textContent = "";
    if (button) setBusy(button, true);
    button?.after(slow);
    timers = [
      setTimeout(() => {
        slow.textContent = document.querySelector("main")?.dataset["slow"] ?? "";
      }, slowMs),
      setTimeout(release, againMs),
    ];
  });
}
