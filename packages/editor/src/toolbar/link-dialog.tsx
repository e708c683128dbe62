import type { Decoration } from "@porchlight/contract/blog/rich-content/rich-content";
import type { Editor } from "@tiptap/core";
import { useState } from "react";
import {
  Button,
  Dialog,
  FieldError,
  Form,
  Heading,
  Input,
  Label,
  Modal,
  ModalOverlay,
  TextField,
} from "react-aria-components";
import { safeHref } from "../schema/safe-href.ts";
import { t } from "../texts/texts.ts";

/** Sets, changes or removes the link of the selected text. */
export function LinkDialog({ editor, onClose }: { editor: Editor; onClose(): void }) {
  const data: Decoration | undefined = editor.getAttributes("LINK").data;
  const link = data?.linkData?.link;
  const [url, setUrl] = useState(link?.url ?? "");
  const [error, setError] = useState<string>();

  function save(): void {
    if (!safeHref(url.trim())) {
      setError(t("Enter a URL that starts with https:// or /."));
      return;
    }
    const changed: Decoration = {
      ...data,
      type: "LINK",
      linkData: { link: { target: "SELF", ...link, url: url.trim() } },
    };
    const chain = editor.chain().focus().extendMarkRange("LINK");
    if (editor.state.selection.empty && !link) {
      chain
        .insertContent({ type: "text", text: url.trim(), marks: [{ type: "LINK", attrs: { data: changed } }] })
        .run();
    } else chain.setMark("LINK", { data: changed }).run();
    onClose();
  }

  return (
    <ModalOverlay className="editor-overlay" isOpen isDismissable onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Modal className="editor-modal">
        <Dialog className="editor-dialog">
          <Heading slot="title" className="editor-dialog-title">
            {t("Link")}
          </Heading>
          <Form
            validationErrors={error ? { url: error } : {}}
            onSubmit={(event) => {
              event.preventDefault();
              save();
            }}
          >
            <TextField name="url" value={url} onChange={setUrl} autoFocus className="editor-field">
              <Label>{t("URL")}</Label>
              <Input className="editor-input" inputMode="url" placeholder="https://" />
              <FieldError className="editor-error" />
            </TextField>
            <div className="editor-actions">
              {link && (
                <Button
                  className="editor-button"
                  onPress={() => {
                    editor.chain().focus().extendMarkRange("LINK").unsetMark("LINK").run();
                    onClose();
                  }}
                >
                  {t("Remove link")}
                </Button>
              )}
              <Button className="editor-button" onPress={onClose}>
                {t("Cancel")}
              </Button>
              <Button className="editor-button" data-kind="primary" type="submit">
                {t("Save")}
              </Button>
            </div>
          </Form>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
