import { maxTypedSignatureLength } from "@porchlight/contract/forms/form-values";
import { lazy, Suspense, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { useHydrated } from "../../ui/hydrated.ts";
import { parseFiles } from "../definition/read-values.ts";
import type { ControlProps } from "./field-props.ts";
import { reasonOf } from "./file-controls.tsx";
import { useInputEvent } from "./use-input-event.ts";

const DrawingArea = lazy(() => import("./drawing-area.tsx"));

/** A signature: the typed name, or a drawing that is uploaded as a picture. */
export function SignatureControls(props: ControlProps) {
  const { id, field, initial, error, describedBy, upload, text } = props;
  const { target } = field;
  const hasScripts = useHydrated();
  const [stored, setStored] = useState(() =>
    parseFiles(initial(target)[0] ?? "").length > 0 ? initial(target)[0]! : "",
  );
  const [isDrawing, setIsDrawing] = useState(stored !== "");
  const [failure, setFailure] = useState("");
  const [isPending, setIsPending] = useState(false);
  const hidden = useRef<HTMLInputElement>(null);
  useInputEvent(hidden, stored + isPending);

  async function use(canvas: HTMLCanvasElement) {
    const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    if (!picture) return;
    setIsPending(true);
    setFailure("");
    try {
      const file = new File([picture], `${text("forms.signature.name")}.png`, { type: "image/png" });
      setStored(JSON.stringify([await upload(file, new AbortController().signal)]));
    } catch (thrown) {
      setFailure(reasonOf(thrown, text));
    } finally {
      setIsPending(false);
    }
  }
  function toggle() {
    setStored("");
    setFailure("");
    setIsDrawing(!isDrawing);
  }

  return (
    <div className="site-form-signature">
      <input ref={hidden} type="hidden" name={target} value={stored} />
      {isPending && <input type="hidden" name={`${target}.pending`} value="1" />}
      {isDrawing ? (
        stored ? (
          <p className="site-form-signed">{text("forms.signature.done")}</p>
        ) : (
          <Suspense>
            <DrawingArea {...{ id, text, isPending }} onUse={(canvas) => void use(canvas)} />
          </Suspense>
        )
      ) : (
        <>
          <label className="site-editor-label" htmlFor={id}>
            {text("forms.signature.typed")}
          </label>
          <input
            id={id}
            className="site-input site-form-typed-signature"
            name={`${target}.typed`}
            type="text"
            autoComplete="name"
            maxLength={maxTypedSignatureLength}
            aria-invalid={error ? true : undefined}
            aria-describedby={describedBy}
            defaultValue={initial(`${target}.typed`)[0] ?? ""}
            readOnly={field.isReadOnly}
          />
        </>
      )}
      <p role="status" className="site-form-file-reason">
        {failure}
      </p>
      {hasScripts && !field.isReadOnly && (
        <Button variant="quiet" onClick={toggle}>
          {text(isDrawing ? "forms.signature.type" : "forms.signature.draw")}
        </Button>
      )}
    </div>
  );
}
