import { verificationCodeLength } from "@porchlight/contract/limits";

/**
 * Removes spaces and dashes from the input. A code that is pasted or autofilled submits the form, once; typing does not.
 */
export function initCodeField(input: HTMLInputElement): void {
  const status = document.createElement("p");
  status.className = "hidden";
  status.setAttribute("role", "status");
  input.after(status);
  let lengthBefore = input.value.length;
  let hasSent = false;
  input.addEventListener("input", () => {
    const code = input.value.normalize("NFKC").replace(/[\s\p{Pd}]/gu, "");
    if (code !== input.value) input.value = code;
    const isPasted = code.length - lengthBefore > 1;
    lengthBefore = code.length;
    if (!isPasted || hasSent || code.length !== verificationCodeLength || /\D/.test(code)) return;
    hasSent = true;
    status.textContent = input.dataset["received"] ?? "";
    input.form?.requestSubmit();
  });
}
