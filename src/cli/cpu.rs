//! The start check: has this machine what the binary was built with?
//!
//! A binary built with `target-cpu=native` ends with an illegal instruction on a lesser processor,
//! and says nothing. [`check_or_exit`] says it in a sentence. `is_x86_feature_detected!` cannot do
//! this: for a feature that is compiled in, it is the constant `true`. So cpuid and xgetbv are read
//! here.
//!
//! It runs before `main`, and before Rust's runtime: with link-time optimisation the standard
//! library is compiled for `target-cpu` as well, and its start-up code does use AVX-512 where it
//! may. `main.rs` puts a pointer to the function where the C runtime looks for what to call first.
//!
//! This very code is compiled with those features too, and must not need them. Hence its plainness:
//! one opaque bit test at a time ([`black_box`](std::hint::black_box) keeps the optimiser from
//! making a vector compare, an `andn` or a `shlx` of it), static tables, no array filled, nothing
//! formatted, and nothing called but the C library, which picks its code by the processor.
//!
//! Not promised: features that the compiler uses without telling `cfg!(target_feature)` are not
//! looked at (today APX, on processors yet to come).
//!
//! Bits: Intel SDM volume 2A, CPUID; AMD APM volume 3, appendix E; XCR0: Intel SDM volume 1, 13.3.

/// Returns if this machine has every processor feature that the binary was built with.
///
/// If not, one sentence on stderr names those it lacks, and the process ends with exit code 2.
/// Does nothing where the processor is not an x86-64.
pub extern "C" fn check_or_exit() {
    #[cfg(target_arch = "x86_64")]
    x86_64::check_or_exit();
}

#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use std::arch::x86_64::{__cpuid_count, CpuidResult};
    use std::hint::black_box;

    /// Registers that the operating system has to save and restore before the feature may be used.
    #[derive(Clone, Copy)]
    enum State {
        /// Nothing beyond what every x86-64 system does.
        Plain,
        /// The upper halves of the 256-bit registers.
        Ymm,
        /// The 512-bit registers and the mask registers.
        Zmm,
    }
    use State::{Plain, Ymm, Zmm};

    /// A processor feature by its name in `target_feature`, and the one bit that tells of it.
    struct Feature {
        name: &'static str,
        built_in: bool,
        bit: u32,
        state: State,
        /// The standard library's own opinion, to compare with.
        #[cfg(test)]
        std_says: fn() -> bool,
    }

    /// The features told by one register of one cpuid leaf.
    struct Word {
        leaf: u32,
        subleaf: u32,
        register: fn(&CpuidResult) -> u32,
        features: &'static [Feature],
    }

    macro_rules! features {
        ($($name:tt $bit:literal $state:ident),* $(,)?) => {
            &[$(Feature {
                name: $name,
                built_in: cfg!(target_feature = $name),
                bit: 1 << $bit,
                state: $state,
                #[cfg(test)]
                std_says: || std::arch::is_x86_feature_detected!($name),
            }),*]
        };
    }

    fn eax(result: &CpuidResult) -> u32 {
        result.eax
    }
    fn ebx(result: &CpuidResult) -> u32 {
        result.ebx
    }
    fn ecx(result: &CpuidResult) -> u32 {
        result.ecx
    }
    fn edx(result: &CpuidResult) -> u32 {
        result.edx
    }

    /// All that `-C target-cpu` can switch on and Rust has a name for. (fxsr, sse and sse2 belong to
    /// every x86-64.)
    static WORDS: [Word; 9] = [
        Word {
            leaf: 1,
            subleaf: 0,
            register: ecx,
            features: features![
                "sse3" 0 Plain, "ssse3" 9 Plain, "sse4.1" 19 Plain, "sse4.2" 20 Plain,
                "popcnt" 23 Plain, "cmpxchg16b" 13 Plain, "movbe" 22 Plain, "pclmulqdq" 1 Plain,
                "aes" 25 Plain, "rdrand" 30 Plain, "xsave" 26 Plain,
                "avx" 28 Ymm, "fma" 12 Ymm, "f16c" 29 Ymm,
            ],
        },
        Word {
            leaf: 0x8000_0001,
            subleaf: 0,
            register: ecx,
            features: features!["lzcnt" 5 Plain, "sse4a" 6 Plain, "tbm" 21 Plain],
        },
        Word {
            leaf: 7,
            subleaf: 0,
            register: ebx,
            features: features![
                "avx2" 5 Ymm, "bmi1" 3 Plain, "bmi2" 8 Plain, "rdseed" 18 Plain, "adx" 19 Plain,
                "sha" 29 Plain, "avx512f" 16 Zmm, "avx512dq" 17 Zmm, "avx512cd" 28 Zmm,
                "avx512bw" 30 Zmm, "avx512vl" 31 Zmm, "avx512ifma" 21 Zmm,
            ],
        },
        Word {
            leaf: 7,
            subleaf: 0,
            register: ecx,
            features: features![
                "avx512vbmi" 1 Zmm, "avx512vbmi2" 6 Zmm, "avx512vnni" 11 Zmm,
                "avx512bitalg" 12 Zmm, "avx512vpopcntdq" 14 Zmm, "gfni" 8 Plain, "vaes" 9 Ymm,
                "vpclmulqdq" 10 Ymm, "kl" 23 Plain,
            ],
        },
        Word {
            leaf: 7,
            subleaf: 0,
            register: edx,
            features: features!["avx512vp2intersect" 8 Zmm, "avx512fp16" 23 Zmm],
        },
        Word {
            leaf: 7,
            subleaf: 1,
            register: eax,
            features: features![
                "avx512bf16" 5 Zmm, "avxvnni" 4 Ymm, "avxifma" 23 Ymm, "sha512" 0 Ymm,
                "sm3" 1 Ymm, "sm4" 2 Ymm,
            ],
        },
        Word {
            leaf: 7,
            subleaf: 1,
            register: edx,
            features: features!["avxvnniint8" 4 Ymm, "avxneconvert" 5 Ymm, "avxvnniint16" 10 Ymm],
        },
        Word {
            leaf: 0xd,
            subleaf: 1,
            register: eax,
            features: features!["xsaveopt" 0 Plain, "xsavec" 1 Plain, "xsaves" 3 Plain],
        },
        Word { leaf: 0x19, subleaf: 0, register: ebx, features: features!["widekl" 2 Plain] },
    ];

    pub(super) fn check_or_exit() {
        let missing = each_missing(|_, _| ());
        if missing == 0 {
            return;
        }
        process::say("outflank: this binary was built for a processor with ");
        each_missing(|index, name| {
            if index > 0 && index + 1 == missing {
                process::say(" and ");
            } else if index > 0 {
                process::say(", ");
            }
            process::say(name);
        });
        process::say(
            ", which this machine lacks; use a binary built for an older processor, \
             or build one on this machine with `cargo build --release`\n",
        );
        process::exit();
    }

    /// Calls `found` with index and name of each feature that is built in and lacking; returns how
    /// many there are.
    fn each_missing(mut found: impl FnMut(usize, &'static str)) -> usize {
        let (ymm, zmm) = saved_state();
        let mut count = 0;
        for word in &WORDS {
            let bits = read(word);
            for feature in word.features {
                if feature.built_in && !has(feature, bits, ymm, zmm) {
                    found(count, feature.name);
                    count += 1;
                }
            }
        }
        count
    }

    fn has(feature: &Feature, bits: u32, ymm: bool, zmm: bool) -> bool {
        is_set(bits, feature.bit)
            && match feature.state {
                Plain => true,
                Ymm => ymm,
                Zmm => zmm,
            }
    }

    fn is_set(bits: u32, bit: u32) -> bool {
        black_box(bits) & bit != 0
    }

    /// The register that tells of a word's features; 0 if the processor has no such leaf.
    fn read(word: &Word) -> u32 {
        // Beyond the highest leaf, Intel's processors answer with another one's bits.
        let highest = cpuid(word.leaf & 0x8000_0000, 0).eax;
        if word.leaf > highest {
            return 0;
        }
        (word.register)(&cpuid(word.leaf, word.subleaf))
    }

    /// Whether the operating system saves the 256-bit and the 512-bit registers.
    fn saved_state() -> (bool, bool) {
        const OSXSAVE: u32 = 1 << 27;
        if !is_set(cpuid(1, 0).ecx, OSXSAVE) {
            return (false, false);
        }
        let saved = xcr0();
        let ymm = is_set(saved, 1 << 1) && is_set(saved, 1 << 2);
        // Darwin switches the 512-bit state on at its first use, and shows it only then.
        let shown = is_set(saved, 1 << 5) && is_set(saved, 1 << 6) && is_set(saved, 1 << 7);
        (ymm, ymm && (shown || cfg!(target_vendor = "apple")))
    }

    #[expect(unsafe_code, reason = "cpuid has no safe form in the oldest compiler supported")]
    fn cpuid(leaf: u32, subleaf: u32) -> CpuidResult {
        #[allow(unused_unsafe, reason = "safe to call in newer compilers")]
        // SAFETY: every x86-64 processor has the instruction, and it touches only its result.
        unsafe {
            __cpuid_count(leaf, subleaf)
        }
    }

    /// The low half of XCR0. Only to be called when cpuid tells OSXSAVE.
    #[expect(unsafe_code, reason = "xgetbv's intrinsic is a target feature of its own")]
    fn xcr0() -> u32 {
        let low;
        // SAFETY: the caller has seen OSXSAVE: the instruction exists and is enabled. Register 0
        // always exists.
        unsafe {
            std::arch::asm!(
                "xgetbv",
                in("ecx") 0,
                out("eax") low,
                out("edx") _,
                options(nomem, nostack, preserves_flags),
            );
        }
        low
    }

    /// Writing to stderr and leaving, by the C library.
    #[cfg(not(windows))]
    #[expect(unsafe_code, reason = "the standard library may not be used yet")]
    mod process {
        use std::ffi::{c_int, c_void};

        unsafe extern "C" {
            fn write(file: c_int, bytes: *const c_void, count: usize) -> isize;
            safe fn _exit(code: c_int) -> !;
        }

        pub(super) fn say(piece: &'static str) {
            // SAFETY: pointer and length are those of a str. If it fails, the exit code tells.
            unsafe { write(2, piece.as_ptr().cast(), piece.len()) };
        }

        pub(super) fn exit() -> ! {
            _exit(2)
        }
    }

    /// Writing to stderr and leaving, by the system's own library.
    #[cfg(windows)]
    #[expect(unsafe_code, reason = "the standard library may not be used yet")]
    mod process {
        use std::ffi::c_void;
        use std::ptr::null_mut;

        #[link(name = "kernel32")]
        unsafe extern "system" {
            safe fn GetStdHandle(which: u32) -> *mut c_void;
            fn WriteFile(
                file: *mut c_void,
                bytes: *const c_void,
                count: u32,
                written: *mut u32,
                overlapped: *mut c_void,
            ) -> i32;
            safe fn ExitProcess(code: u32) -> !;
        }
        const STD_ERROR_HANDLE: u32 = -12_i32 as u32;

        pub(super) fn say(piece: &'static str) {
            let mut written = 0;
            let stderr = GetStdHandle(STD_ERROR_HANDLE);
            // SAFETY: pointer and length are those of a str, `written` outlives the call, and a bad
            // handle is refused. If it fails, the exit code tells.
            unsafe {
                WriteFile(
                    stderr,
                    piece.as_ptr().cast(),
                    piece.len() as u32,
                    &mut written,
                    null_mut(),
                )
            };
        }

        pub(super) fn exit() -> ! {
            ExitProcess(2)
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn this_machine_runs_what_it_runs() {
            assert_eq!(each_missing(|_, name| panic!("{name}")), 0);
        }

        /// In a portable build the standard library reads the processor, too; in a native one it
        /// only knows what is built in.
        #[test]
        fn every_bit_agrees_with_the_standard_library() {
            let (ymm, zmm) = saved_state();
            for word in &WORDS {
                let bits = read(word);
                for feature in word.features {
                    assert_eq!(
                        has(feature, bits, ymm, zmm),
                        (feature.std_says)(),
                        "{}",
                        feature.name
                    );
                }
            }
        }

        #[test]
        fn a_feature_counts_only_with_its_registers_saved() {
            for word in &WORDS {
                for feature in word.features {
                    let (needs_ymm, needs_zmm) = match feature.state {
                        Plain => (false, false),
                        Ymm => (true, false),
                        Zmm => (true, true),
                    };
                    assert!(has(feature, feature.bit, true, true), "{}", feature.name);
                    assert!(!has(feature, !feature.bit, true, true), "{}", feature.name);
                    assert_eq!(has(feature, !0, true, false), !needs_zmm, "{}", feature.name);
                    assert_eq!(has(feature, !0, false, false), !needs_ymm, "{}", feature.name);
                }
            }
        }

        #[test]
        fn a_name_stands_once() {
            let names: Vec<_> = WORDS.iter().flat_map(|w| w.features).map(|f| f.name).collect();
            let unique: std::collections::BTreeSet<_> = names.iter().collect();
            assert_eq!(unique.len(), names.len());
        }
    }
}
