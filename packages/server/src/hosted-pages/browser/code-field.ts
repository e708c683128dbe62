import { verificationCodeLength } from "@porchlight/contract/limits";

/**
 * Takes spaces and dashes off as they come. A whole code that comes at one go, pasted or filled in by the device, sends the form,
 * once; typing does not.
 */
export function enlivenCodeField(input: HTMLInputElement): void {
  const status = document.createElement("p");
  status.className = "hidden";
  status.setAttribute("role", "status");
  input.after(status);
  let lengthBefore = input.value.length;
  let hasSent = false;
  input.addEventListener("input", () => {
    const code = input.value.normalize("NFKC").replace(/[\s\p{Pd}]/gu, "");
    if (code !== input.value) input.value = code;
    const cameAtOnce = code.length - lengthBefore > 1;
    lengthBefore = code.length;
    if (!cameAtOnce || hasSent || code.length !== verificationCodeLength || /\D/.test(code)) return;
    hasSent = true;
    status.textContent = input.dataset["received"] ?? "";
    input.form?.requestSubmit();
  });
}
