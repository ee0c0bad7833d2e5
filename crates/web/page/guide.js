// A guide, which shows a save that Godot wrote step by step.

/** The steps: what is said, the byte that is chosen, and what must be so before the next one. */
const STEPS = [
  { at: 0, text: 'Godot wrote this file: store_var({"name": "Ayla", "level": 12, …}). It begins with the length of what follows: 156 bytes, least significant byte first. Click any byte or any meaning: the other one is marked, too.' },
  { at: 4, text: 'Each value begins with four bytes that name its type, its header. 27 is Dictionary. The sentence below says how the bytes are read; “the format of Dictionary” is the page about it.' },
  { at: 8, text: 'A Dictionary goes on with the number of its pairs: 5. Each pair is a key and a value, and each of them has a header of its own.' },
  { at: 0x2c, text: 'This is the text of a key: "level". Before it are its header (a String) and its length; after it three zero bytes, so that the next value begins at a multiple of 4.' },
  { at: 0x38, text: 'The value of that key: 12, in four bytes. Its header before it says that it is an int, of 32 bits.' },
  { at: 0x38, text: 'Change it: write another number into the field below, and press Enter.', form: true },
  { at: 0x38, text: 'Only these bytes are different now; the page marks them. “Undo” takes it back. “Save” writes the file with the change: put it where the game looks for it. That is all.', last: true },
];
let step = -1;

async function showStep(number) {
  step = number;
  const { at, text, form, last } = STEPS[number];
  $('guide').hidden = false;
  $('guide-text').textContent = text;
  $('guide-count').textContent = `${number + 1} of ${STEPS.length}`;
  allow($('guide-back'), number === 0 ? 'This is the first step' : null);
  $('guide-next').hidden = Boolean(last);
  await chooseByte(at);
  if (!form) return;
  $('d-value').focus();
  $('d-value').select();
}

function endGuide() {
  step = -1;
  $('guide').hidden = true;
}

/** Goes on when the value is changed. */
const guideChanged = () => STEPS[step]?.form && attempt(showStep)(step + 1);

$('guide-begin').onclick = attempt(async () => {
  preferred = 'rows';
  await begin(new Blob([parts.example]), 'store_var_one.bin');
  await showStep(0);
});
$('guide-next').onclick = () => attempt(showStep)(step + 1);
$('guide-back').onclick = () => attempt(showStep)(step - 1);
$('guide-end').onclick = endGuide;
